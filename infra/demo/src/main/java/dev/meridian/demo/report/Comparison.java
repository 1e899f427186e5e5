package dev.meridian.demo.report;

import dev.meridian.demo.plan.AccountRef;
import dev.meridian.demo.plan.Expected;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Holds what was counted against what the generator's plan says: line by line. */
public final class Comparison {
  private static final String CONFLICT = "CONFLICT";

  private final Expected expected;
  private final List<RegionCounts> counts;
  private final Extra extra;
  private final List<Line> lines = new ArrayList<>();

  private Comparison(Expected expected, List<RegionCounts> counts, Extra extra) {
    this.expected = expected;
    this.counts = counts;
    this.extra = extra;
  }

  /**
   * What a run added to its plan.
   *
   * @param acknowledged records that Kafka acknowledged to the generator
   * @param replayed records published again by the replayer
   * @param cameTwice records that came twice after a kill, as the positions say
   * @param carriedTwice records that a mirror delivered more than once
   * @param inHand so many more may have come twice, since a killed consumer may have had them in
   *     hand
   */
  public record Extra(
      long acknowledged, long replayed, long cameTwice, long carriedTwice, long inHand) {
    public static final Extra NOTHING = new Extra(0, 0, 0, 0, 0);
  }

  /**
   * One count.
   *
   * @param name what is counted
   * @param least what it must be at least
   * @param most what it may be at most
   * @param counted what it is
   */
  public record Line(String name, long least, long most, long counted) {
    public boolean isRight() {
      return least <= counted && counted <= most;
    }
  }

  /**
   * Compares.
   *
   * @param ids the ids of the plan's accounts
   */
  public static List<Line> of(
      Expected expected,
      Extra extra,
      List<RegionCounts> counts,
      Map<AccountRef.Opened, String> ids) {
    Comparison comparison = new Comparison(expected, counts, extra);
    comparison.records();
    comparison.payments();
    comparison.byReason("refused: ", expected.refused(), comparison.sum(RegionCounts::rejected));
    comparison.byReason("parked: ", expected.parked(), comparison.sum(RegionCounts::parkedRows));
    comparison.balances(ids);
    return List.copyOf(comparison.lines);
  }

  private void records() {
    exactly("records sent", expected.sent(), extra.acknowledged());
    long deliveries = expected.sent() + extra.replayed() + extra.cameTwice() + extra.carriedTwice();
    long distinct = (long) expected.payments() + expected.parkedInAll();
    long processed = counts.stream().mapToLong(c -> c.intake(each -> true)).sum();
    long conflicts =
        counts.stream().mapToLong(c -> c.intake(each -> each.outcome().equals("conflict"))).sum();
    upTo("records processed", deliveries, processed);
    upTo("  of these repeats", deliveries - distinct, processed - distinct);
    int sentConflicts = expected.parked().getOrDefault(CONFLICT, 0);
    lines.add(
        new Line("  of these conflicts", sentConflicts, sentConflicts + repeated(), conflicts));
  }

  /** How many records were delivered beyond the plan, at most. */
  private long repeated() {
    return extra.replayed() + extra.cameTwice() + extra.carriedTwice() + extra.inHand();
  }

  private void payments() {
    Map<String, Long> states = sum(RegionCounts::states);
    exactly("payments", expected.payments(), states.values().stream().mapToLong(n -> n).sum());
    exactly("  applied (SETTLED)", expected.settled(), states.getOrDefault("SETTLED", 0L));
    exactly(
        "  DUPLICATE_OF another", expected.duplicateOf(), states.getOrDefault("DUPLICATE_OF", 0L));
    exactly("  refused (REJECTED)", expected.refusedInAll(), states.getOrDefault("REJECTED", 0L));
  }

  private void byReason(String prefix, Map<String, Integer> planned, Map<String, Long> counted) {
    TreeSet<String> reasons = new TreeSet<>(planned.keySet());
    reasons.addAll(counted.keySet());
    for (String reason : reasons) {
      exactly(prefix + reason, planned.getOrDefault(reason, 0), counted.getOrDefault(reason, 0L));
    }
  }

  private void balances(Map<AccountRef.Opened, String> ids) {
    Map<String, Long> counted = sum(RegionCounts::balancesMinor);
    long right =
        expected.balancesMinor().entrySet().stream()
            .filter(e -> e.getValue().equals(counted.get(ids.get(e.getKey()))))
            .count();
    exactly("accounts with the right balance", expected.balancesMinor().size(), right);
  }

  private void exactly(String name, long planned, long counted) {
    lines.add(new Line(name, planned, planned, counted));
  }

  private void upTo(String name, long planned, long counted) {
    lines.add(new Line(name, planned, planned + extra.inHand(), counted));
  }

  private Map<String, Long> sum(Function<RegionCounts, Map<String, Long>> of) {
    Map<String, Long> sum = new TreeMap<>();
    for (RegionCounts each : counts) {
      of.apply(each).forEach((name, n) -> sum.merge(name, n, Long::sum));
    }
    return sum;
  }
}
