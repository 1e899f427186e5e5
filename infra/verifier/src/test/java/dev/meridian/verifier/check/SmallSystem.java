package dev.meridian.verifier.check;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Kind;
import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Header;
import dev.meridian.verifier.digest.MemoryDigest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A consistent system of two regions that a test may damage: in eu a local payment, one to us, one
 * that us refused and that was returned, one refused for lack of funds, a parked message; in us a
 * repeat of the first.
 */
final class SmallSystem {
  static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  static final Instant BEFORE = NOW.minusSeconds(600);
  static final String LOCAL = "pay-eu-1";
  static final String ACROSS = "pay-eu-2";
  static final String RETURNED = "pay-eu-3";
  static final String REFUSED = "pay-eu-4";
  static final String REPEAT = "pay-us-1";
  static final String POISON = "sha256:beef";

  private static final String EUR = "EUR";
  private static final String FINGERPRINT = "00112233445566778899aabbccddeeff";

  private final Map<String, Map<String, List<Row>>> regions = new TreeMap<>();

  private SmallSystem() {}

  static SmallSystem consistent() {
    SmallSystem system = new SmallSystem();
    for (String region : List.of("eu", "us")) {
      Map<String, List<Row>> tables = new HashMap<>();
      Table.ALL.forEach(table -> tables.put(table.name(), new ArrayList<>()));
      system.regions.put(region, tables);
    }
    system.addPayments();
    system.addBookings();
    system.addLegs();
    system.addAccounts();
    system.addIntake();
    system.addIds();
    return system;
  }

  static String businessKey(String payment) {
    return "bk-" + (payment.equals(REPEAT) ? LOCAL : payment);
  }

  static String dedupKey(String payment) {
    return DedupKeys.of(
        Kind.PAYMENT_REQUESTED, new BusinessKey(businessKey(payment)), "rk-" + payment);
  }

  /** What was sent: two of eu's payments twice. */
  static Sent sent() {
    return Sent.of(
        List.of(
            new SentRequest("eu", dedupKey(LOCAL), FINGERPRINT, 2),
            new SentRequest("eu", dedupKey(ACROSS), FINGERPRINT, 2),
            new SentRequest("eu", dedupKey(RETURNED), null, 1),
            new SentRequest("eu", dedupKey(REFUSED), null, 1),
            new SentRequest("eu", POISON, null, 1),
            new SentRequest("us", dedupKey(REPEAT), null, 1)));
  }

  List<Digest> digests() {
    List<Digest> digests = new ArrayList<>();
    regions.forEach(
        (region, tables) -> {
          Map<String, Long> counts = new HashMap<>();
          tables.forEach((name, rows) -> counts.put(name, (long) rows.size()));
          Header header = new Header(Header.FORMAT, region, NOW, NOW, List.of("eu", "us"), counts);
          digests.add(new MemoryDigest(header, tables));
        });
    return digests;
  }

  Report check() {
    return Verifier.check(digests(), Expectations.quiet());
  }

  void add(String region, Table<?> table, Row row) {
    table(region, table).add(row);
  }

  <R extends Row> void remove(String region, Table<R> table, Predicate<R> which) {
    boolean any = table(region, table).removeIf(row -> which.test(table.type().cast(row)));
    if (!any) {
      throw new IllegalArgumentException("nothing to remove from " + table.name());
    }
  }

  <R extends Row> void change(
      String region, Table<R> table, Predicate<R> which, UnaryOperator<R> change) {
    List<Row> changed = new ArrayList<>();
    for (Row row : List.copyOf(table(region, table))) {
      R typed = table.type().cast(row);
      if (which.test(typed)) {
        changed.add(change.apply(typed));
        table(region, table).remove(row);
      }
    }
    if (changed.isEmpty()) {
      throw new IllegalArgumentException("nothing to change in " + table.name());
    }
    table(region, table).addAll(changed);
  }

  private List<Row> table(String region, Table<?> table) {
    return regions.getOrDefault(region, Map.of()).getOrDefault(table.name(), List.of());
  }

  static Row.Payment payment(String id, String state, String duplicateOf, long minor) {
    return new Row.Payment(
        id,
        businessKey(id),
        "rk-" + id,
        FINGERPRINT,
        1,
        state,
        duplicateOf.isEmpty() ? null : duplicateOf,
        minor,
        EUR,
        id.substring(4, 6),
        "eu",
        BEFORE,
        BEFORE);
  }

  static Row.History history(String id, String state, String... path) {
    List<Row.Step> steps = new ArrayList<>();
    for (int i = 0; i < path.length; i++) {
      steps.add(new Row.Step(i + 1, i == 0 ? null : path[i - 1], path[i], "result"));
    }
    return new Row.History(id, state, path.length, 1_000L, 0L, steps);
  }

  static Row.Outcome outcome(String payment, String outcome) {
    return new Row.Outcome(
        "PaymentRequested",
        businessKey(payment),
        "rk-" + payment,
        FINGERPRINT,
        1,
        outcome,
        "ent-" + payment,
        payment,
        "eu",
        BEFORE);
  }

  static Row.Entry entry(String id, String kind, String payment, String leg, long minor) {
    return new Row.Entry(
        id,
        kind,
        businessKey(payment),
        payment,
        leg.isEmpty() ? null : leg,
        BEFORE,
        2,
        0,
        minor,
        EUR);
  }

  static Row.Account account(String id, String kind, long balance) {
    return new Row.Account(id, kind, EUR, balance, balance);
  }

  static Row.PaymentLeg leg(String payment, String state, long minor) {
    return new Row.PaymentLeg(
        payment + "/credit",
        payment,
        "us",
        state,
        minor,
        EUR,
        BEFORE,
        state.equals("DEBITED") ? null : BEFORE);
  }

  static Row.LegOutcome legOutcome(String payment, String status, long minor) {
    return new Row.LegOutcome(
        payment + "/credit", "eu", "PAYMENT", status, "ent-credit-" + payment, minor, EUR, BEFORE);
  }

  static Row.Delivery delivery(String region, String outcome, long n) {
    String tier = outcome.equals("duplicate") ? "warm" : "";
    String cause = outcome.equals("duplicate") ? "redelivery" : "";
    return new Row.Delivery("region-consumer", "payments." + region, 0, outcome, tier, cause, n);
  }

  static Row.Position position(String region, long next) {
    return new Row.Position("region-consumer", "payments." + region, 0, "topic-id", next);
  }

  static Row.Offsets offsets(String region, long committed, long end) {
    return new Row.Offsets(
        "region-consumer", "payments." + region, 0, "topic-id", committed, 0, end);
  }

  static Row.Lease lease(long number, int epoch, long first, long last, Instant at) {
    return new Row.Lease("consumer", "eu", "pay", number, epoch, first, last, at);
  }

  private void addPayments() {
    add("eu", Table.PAYMENT, payment(LOCAL, "SETTLED", "", 100));
    add("eu", Table.PAYMENT, payment(ACROSS, "SETTLED", "", 250));
    add("eu", Table.PAYMENT, payment(RETURNED, "REJECTED", "", 50));
    add("eu", Table.PAYMENT, payment(REFUSED, "REJECTED", "", 9_999));
    add("us", Table.PAYMENT, payment(REPEAT, "DUPLICATE_OF", LOCAL, 100));
    add("eu", Table.HISTORY, history(LOCAL, "SETTLED", "ROUTED", "SETTLED"));
    add("eu", Table.HISTORY, history(ACROSS, "SETTLED", "ROUTED", "SETTLED"));
    add("eu", Table.HISTORY, history(RETURNED, "REJECTED", "ROUTED", "REJECTED"));
    add("eu", Table.HISTORY, history(REFUSED, "REJECTED", "ROUTED", "REJECTED"));
    add("us", Table.HISTORY, history(REPEAT, "DUPLICATE_OF", "ROUTED", "DUPLICATE_OF"));
  }

  private void addBookings() {
    add("eu", Table.OUTCOME, outcome(LOCAL, "BOOKED"));
    add("eu", Table.OUTCOME, outcome(ACROSS, "BOOKED"));
    add("eu", Table.OUTCOME, outcome(RETURNED, "RETURNED"));
    add("eu", Table.OUTCOME, outcome(REFUSED, "REFUSED"));
    add(
        "eu",
        Table.ASKER,
        new Row.Asker("PaymentRequested", businessKey(LOCAL), "rk-" + LOCAL, REPEAT, "us", BEFORE));
    add("eu", Table.ENTRY, entry("ent-fund", "FUND", "fund", "", 1_000));
    add("eu", Table.ENTRY, entry("ent-local", "PAY", LOCAL, "", 100));
    add("eu", Table.ENTRY, entry("ent-across", "PAY", ACROSS, ACROSS + "/credit", 250));
    add("eu", Table.ENTRY, entry("ent-out", "PAY", RETURNED, RETURNED + "/credit", 50));
    add("eu", Table.ENTRY, entry("ent-back", "RETURN", RETURNED, RETURNED + "/credit", 50));
    add("us", Table.ENTRY, entry("ent-credit", "CREDIT_LEG", ACROSS, ACROSS + "/credit", 250));
  }

  private void addLegs() {
    add("eu", Table.PAYMENT_LEG, leg(ACROSS, "SETTLED", 250));
    add("eu", Table.PAYMENT_LEG, leg(RETURNED, "RETURNED", 50));
    add("us", Table.LEG_OUTCOME, legOutcome(ACROSS, "BOOKED", 250));
    add("us", Table.LEG_OUTCOME, legOutcome(RETURNED, "REFUSED", 50));
  }

  private void addAccounts() {
    add("eu", Table.ACCOUNT, account("external:EUR", "EXTERNAL", -1_000));
    add("eu", Table.ACCOUNT, account("acc-eu-alice", "CUSTOMER", 650));
    add("eu", Table.ACCOUNT, account("acc-eu-bob", "MERCHANT", 100));
    add("eu", Table.ACCOUNT, account("clearing:us:EUR:03", "CLEARING", 250));
    add("us", Table.ACCOUNT, account("clearing:eu:EUR:03", "CLEARING", -250));
    add("us", Table.ACCOUNT, account("acc-us-carol", "CUSTOMER", 250));
  }

  private void addIntake() {
    add("eu", Table.DELIVERY, delivery("eu", "applied", 4));
    add("eu", Table.DELIVERY, delivery("eu", "duplicate", 2));
    add("eu", Table.DELIVERY, delivery("eu", "parked", 1));
    add("us", Table.DELIVERY, delivery("us", "applied", 1));
    add(
        "eu",
        Table.PARKED,
        new Row.Parked(
            "consumer", "region-consumer", POISON, "00", "BROKEN_JSON", "payments.eu", 1, null));
    add("eu", Table.POSITION, position("eu", 7));
    add("us", Table.POSITION, position("us", 1));
    add("eu", Table.OFFSETS, offsets("eu", 7, 7));
    add("us", Table.OFFSETS, offsets("us", 1, 1));
    add("eu", Table.DEDUP_COUNT, new Row.DedupCount(4, 4));
    add("us", Table.DEDUP_COUNT, new Row.DedupCount(1, 1));
  }

  private void addIds() {
    add("eu", Table.LEASE, lease(1, 4, 0, 99, BEFORE));
    add("eu", Table.LEASE, lease(2, 4, 100, 199, BEFORE.plusSeconds(9)));
    add("eu", Table.BLOCK, new Row.Block("consumer", "eu", "pay", 4, 200));
  }
}
