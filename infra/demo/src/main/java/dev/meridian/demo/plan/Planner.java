package dev.meridian.demo.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Draws one plan: first the intents, then their repeats, then the order of sending. */
final class Planner {
  private static final int ONE_IN_PAYEE_ELSEWHERE = 3;
  private static final int ONE_IN_TARGET_ELSEWHERE = 5;
  private static final int ONE_IN_PRODUCED_ELSEWHERE = 10;
  private static final int ONE_IN_WITHOUT_REFERENCE = 4;
  private static final int ONE_IN_LATE = 20;
  private static final int MAX_HOURS_LATE = 12;
  private static final long MAX_AMOUNT_MINOR = 20_000;

  /** How many places a record may come before or after its turn. */
  private static final int DISORDER_PLACES = 50;

  private final PlanOptions options;
  private final RandomGenerator random;
  private final AccountPlan accounts;
  private final EvenShare payeeElsewhere;
  private final EvenShare targetElsewhere;
  private final EvenShare producedElsewhere;
  private final EvenShare withoutReference;
  private final EvenShare late;

  Planner(PlanOptions options) {
    this.options = options;
    random = new SplittableRandom(options.seed());
    accounts = new AccountPlan(options);
    payeeElsewhere = new EvenShare(random, ONE_IN_PAYEE_ELSEWHERE);
    targetElsewhere = new EvenShare(random, ONE_IN_TARGET_ELSEWHERE);
    producedElsewhere = new EvenShare(random, ONE_IN_PRODUCED_ELSEWHERE);
    withoutReference = new EvenShare(random, ONE_IN_WITHOUT_REFERENCE);
    late = new EvenShare(random, ONE_IN_LATE);
  }

  /** A delivery and when its turn is: the place of an intent of that number. */
  record Turn(double place, Delivery delivery) {}

  PaymentPlan plan() {
    List<Turn> firsts = new ArrayList<>();
    for (int number = 0; number < options.payments(); number++) {
      firsts.add(new Turn(number + disorder(), first(payment(number))));
    }
    List<Turn> turns = new ArrayList<>(firsts);
    turns.addAll(new Repeats(options, random).of(firsts));
    turns.addAll(new KnownFew(options, random, accounts).turns());
    turns.sort(Comparator.comparingDouble(Turn::place));
    return new PaymentPlan(options, accounts.all(), turns.stream().map(Turn::delivery).toList());
  }

  /** The record that an intent begins with. */
  static Delivery first(PlannedPayment payment) {
    String name = "gen-" + payment.number();
    return new Delivery(
        payment,
        Role.FIRST,
        payment.producedIn(),
        payment.target(),
        name,
        "req-" + payment.number(),
        1,
        payment.amountMinor());
  }

  private PlannedPayment payment(int number) {
    String payerHome = anyRegion();
    String payeeHome = payeeElsewhere.next() ? otherThan(payerHome) : payerHome;
    String target = targetElsewhere.next() ? otherThan(payerHome) : payerHome;
    String producedIn = producedElsewhere.next() ? otherThan(target) : target;
    String currency = AccountPlan.CURRENCIES.get(random.nextInt(AccountPlan.CURRENCIES.size()));
    AccountRef.Opened payer = accounts.customer(payerHome, currency, random);
    AccountRef.Opened payee = accounts.merchant(payeeHome, currency, random);
    long amountMinor = random.nextLong(1, MAX_AMOUNT_MINOR + 1);
    accounts.willPay(payer, amountMinor);
    return new PlannedPayment(
        number,
        Ending.SETTLED,
        producedIn,
        target,
        payer,
        payee,
        amountMinor,
        currency,
        reference(number),
        age(number));
  }

  private @Nullable String reference(int number) {
    return withoutReference.next() ? null : "order-" + number;
  }

  private Duration age(int number) {
    Duration sinceItsTurn = Duration.ofMillis(options.payments() - number);
    return late.next()
        ? sinceItsTurn.plusHours(random.nextInt(1, MAX_HOURS_LATE + 1))
        : sinceItsTurn;
  }

  private double disorder() {
    return random.nextDouble(DISORDER_PLACES);
  }

  private String anyRegion() {
    return options.regions().get(random.nextInt(options.regions().size()));
  }

  private String otherThan(String region) {
    return Regions.otherThan(region, options.regions(), random);
  }
}
