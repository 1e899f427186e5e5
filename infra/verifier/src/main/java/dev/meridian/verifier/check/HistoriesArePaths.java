package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Invariant 12. The table is design section 7's, written down once more: a verifier that took it
 * from region-consumer would agree with its mistakes.
 */
final class HistoriesArePaths implements Invariant {
  private static final Map<String, Set<String>> MOVES =
      Map.of(
          "", Set.of("ROUTED", "DUPLICATE_OF"),
          "ROUTED", Set.of("SETTLED", "REJECTED", "CANCELLED", "DUPLICATE_OF"),
          "SETTLED", Set.of("CANCELLED"));

  @Override
  public String sentence() {
    return "each history is a path of the transition table; refunds never exceed what was paid";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.HISTORY, Table.REVERSAL, Table.CAPTURE, Table.ENTRY);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.each(
        Table.HISTORY,
        (region, history) -> {
          findings.checked();
          judge(region, history, findings);
        });
    RefundsWithinPaid.judge(evidence, findings);
  }

  private static void judge(String region, Row.History history, Findings findings) {
    String state = "";
    int version = 0;
    for (Row.Step step : history.steps()) {
      String from = step.from() == null ? "" : step.from();
      findings.failUnless(
          from.equals(state)
              && step.version() == version + 1
              && MOVES.getOrDefault(state, Set.of()).contains(step.to()),
          region,
          history.paymentId(),
          "version %d goes from %s to %s after version %d left it in %s"
              .formatted(step.version(), named(from), step.to(), version, named(state)));
      state = step.to();
      version = step.version();
    }
    findings.failUnless(
        history.state() != null, region, history.paymentId(), "has a history and no payment");
    findings.failUnless(
        history.state() == null
            || (history.state().equals(state)
                && Integer.valueOf(version).equals(history.version())),
        region,
        history.paymentId(),
        "is %s in version %s, its history ends with %s in version %d"
            .formatted(history.state(), history.version(), named(state), version));
    judgeRefunds(region, history, findings);
  }

  private static void judgeRefunds(String region, Row.History history, Findings findings) {
    long refunded = history.refundedMinor() == null ? 0 : history.refundedMinor();
    long paid = history.amountMinor() == null ? 0 : history.amountMinor();
    findings.failUnless(
        refunded >= 0 && refunded <= paid,
        region,
        history.paymentId(),
        "%,d of %,d were refunded".formatted(refunded, paid));
  }

  private static String named(String state) {
    return state.isEmpty() ? "nothing" : state;
  }
}
