package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.Map;
import java.util.TreeMap;

/**
 * The clearing accounts between two homes. In one home's snapshot they must hold what its legs have
 * debited and not returned, less what it has credited for the other, and the other way round for
 * refunds and cancels: exact at any moment, whatever is on its way. Both homes' sums together are
 * then the legs that are open between them, which is said once more over the pair. Not thread-safe.
 */
final class ClearingSums {
  private static final String PREFIX = "clearing:";

  /** One home's accounts towards another. */
  private record Side(String home, String other, String currency) implements Comparable<Side> {
    @Override
    public int compareTo(Side side) {
      return key().compareTo(side.key());
    }

    String key() {
      return "%s%s:%s".formatted(PREFIX, other, currency);
    }

    Side mirror() {
      return new Side(/* home= */ other, /* other= */ home, currency);
    }
  }

  private final Map<String, Map<Side, Long>> held = new TreeMap<>();
  private final Map<String, Map<Side, Long>> owed = new TreeMap<>();

  private ClearingSums() {}

  static ClearingSums of(Evidence evidence) {
    ClearingSums sums = new ClearingSums();
    evidence.each(Table.ACCOUNT, (region, account) -> sums.hold(region, account));
    evidence.each(
        Table.PAYMENT_LEG,
        (region, leg) -> {
          if (!leg.state().equals("RETURNED")) {
            Side side = new Side(region, leg.counterHome(), leg.currency());
            add(sums.owed, side, leg.amountMinor());
          }
        });
    evidence.each(
        Table.LEG_OUTCOME,
        (region, outcome) -> {
          if (!outcome.status().equals("REFUSED")) {
            Side side = new Side(region, outcome.counterHome(), outcome.currency());
            boolean debit = outcome.purpose().equals("DEBIT");
            add(sums.owed, side, debit ? outcome.amountMinor() : -outcome.amountMinor());
          }
        });
    evidence.each(Table.REVERSAL, (region, reversal) -> sums.giveBack(region, reversal));
    return sums;
  }

  private void giveBack(String region, Row.Reversal reversal) {
    String counterHome = reversal.counterHome();
    String currency = reversal.currency();
    Long amount = reversal.amountMinor();
    if (counterHome != null
        && currency != null
        && amount != null
        && reversal.state().equals("BOOKED")) {
      add(owed, new Side(region, counterHome, currency), -amount);
    }
  }

  void judge(Findings findings) {
    held.forEach((home, sides) -> sides.keySet().forEach(side -> add(owed, side, 0)));
    for (Map<Side, Long> sides : owed.values()) {
      sides.forEach((side, minor) -> judge(side, minor, findings));
    }
  }

  private void judge(Side side, long owedMinor, Findings findings) {
    findings.checked();
    long heldMinor = get(held, side);
    long open = owedMinor + get(owed, side.mirror());
    findings.failUnless(
        heldMinor == owedMinor,
        side.home(),
        side.key(),
        "holds %,d, its legs say %,d (the pair holds %,d, %,d are open between both homes)"
            .formatted(heldMinor, owedMinor, heldMinor + get(held, side.mirror()), open));
  }

  private void hold(String region, Row.Account account) {
    if (account.id().startsWith(PREFIX)) {
      String[] parts = account.id().split(":", -1);
      String other = parts.length > 1 ? parts[1] : "";
      add(held, new Side(region, other, account.currency()), account.postingsMinor());
    }
  }

  private static void add(Map<String, Map<Side, Long>> sums, Side side, long minor) {
    sums.computeIfAbsent(side.home(), home -> new TreeMap<>()).merge(side, minor, Math::addExact);
  }

  private static long get(Map<String, Map<Side, Long>> sums, Side side) {
    return sums.getOrDefault(side.home(), Map.of()).getOrDefault(side, 0L);
  }
}
