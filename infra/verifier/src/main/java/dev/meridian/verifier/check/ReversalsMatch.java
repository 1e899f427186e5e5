package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/**
 * Invariant 9 for refunds and cancels: what a region keeps of an answer is what a home decided, and
 * whoever asked has the answer. A request with another content is told CONFLICT and leaves no row
 * at the home where its key is taken.
 */
final class ReversalsMatch {
  /** What is read. */
  static final List<Table<?>> NEEDS =
      List.of(Table.REVERSAL, Table.REVERSAL_ASKER, Table.REVERSAL_ANSWER);

  private static final List<String> STATES =
      List.of("", "WAITING", "RESERVED", "BOOKED", "REFUSED");
  private static final List<String> ANSWERS = List.of("", "REFUNDED", "CANCELLED", "REFUSED");
  private static final String CONFLICT = "CONFLICT";

  private final KeyIndex tries = new KeyIndex();
  private final Column state = new Column();
  private final Column refundedMinor = new Column();
  private final KeyIndex booked = new KeyIndex();
  private final KeyIndex answers = new KeyIndex();
  private final Column answer = new Column();
  private final Column answeredMinor = new Column();

  private ReversalsMatch() {}

  static void judge(Evidence evidence, Findings findings) {
    ReversalsMatch match = new ReversalsMatch();
    evidence.each(Table.REVERSAL, (region, reversal) -> match.add(reversal));
    evidence.each(Table.REVERSAL_ASKER, (region, asker) -> match.add(asker));
    evidence.each(Table.REVERSAL_ANSWER, match::add);
    evidence.each(
        Table.REVERSAL_ANSWER, (region, row) -> match.judge(evidence, region, row, findings));
    evidence.each(Table.REVERSAL, (region, row) -> match.judge(evidence, region, row, findings));
    evidence.each(
        Table.REVERSAL_ASKER, (region, row) -> match.judge(evidence, region, row, findings));
  }

  private void add(Row.Reversal row) {
    int place = tries.add(key(row.kind(), row.businessKey(), row.requestKey()));
    state.set(place, STATES.indexOf(row.state()));
    refundedMinor.set(place, row.refundedMinor());
    if (row.state().equals("BOOKED")) {
      booked.add(key(row.kind(), row.businessKey()));
    }
  }

  /** Reversals come first: an asker's request has its outcome's state. */
  private void add(Row.ReversalAsker row) {
    int outcome = tries.find(key(row.kind(), row.businessKey(), row.requestKey()));
    String asker = key(row.kind(), row.businessKey(), row.askerRequestKey());
    if (outcome != KeyIndex.NONE && tries.find(asker) == KeyIndex.NONE) {
      int place = tries.add(asker);
      state.set(place, state.get(outcome));
      refundedMinor.set(place, refundedMinor.get(outcome));
    }
  }

  private void add(String region, Row.ReversalAnswer row) {
    int place = answers.add(key(region, row.kind(), row.businessKey(), row.reversalId()));
    answer.set(place, ANSWERS.indexOf(row.state()));
    answeredMinor.set(place, row.refundedMinor());
  }

  private void judge(Evidence evidence, String region, Row.ReversalAnswer row, Findings findings) {
    if (evidence.tooYoung(row.createdAt())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    boolean right =
        row.state().equals("REFUSED")
            ? CONFLICT.equals(row.reason())
                || stateOf(row.kind(), row.businessKey(), row.requestKey()).equals("REFUSED")
            : booked.find(key(row.kind(), row.businessKey())) != KeyIndex.NONE;
    findings.failUnless(
        right,
        region,
        row.reversalId() + " " + row.businessKey(),
        "is %s here, and no home has decided that".formatted(row.state()));
  }

  private void judge(Evidence evidence, String region, Row.Reversal row, Findings findings) {
    if (row.decidedAt() == null) {
      return;
    }
    if (evidence.tooYoung(row.decidedAt())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    judgeAnswer(
        region,
        new Told(row.kind(), row.businessKey(), row.reversalId(), row.originRegion(), row.state()),
        row.refundedMinor(),
        findings);
  }

  private void judge(Evidence evidence, String region, Row.ReversalAsker row, Findings findings) {
    String decided = stateOf(row.kind(), row.businessKey(), row.requestKey());
    if (!decided.equals("BOOKED") && !decided.equals("REFUSED")) {
      return;
    }
    if (evidence.tooYoung(row.at())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    judgeAnswer(
        region,
        new Told(row.kind(), row.businessKey(), row.reversalId(), row.originRegion(), decided),
        refundedMinor.get(tries.find(key(row.kind(), row.businessKey(), row.requestKey()))),
        findings);
  }

  /** What a home told whom. */
  private record Told(
      String kind, String businessKey, String reversalId, String origin, String state) {
    String expected() {
      if (state.equals("REFUSED")) {
        return state;
      }
      return kind.equals("CancelRequested") ? "CANCELLED" : "REFUNDED";
    }
  }

  private void judgeAnswer(String region, Told told, long minor, Findings findings) {
    int place =
        answers.find(key(told.origin(), told.kind(), told.businessKey(), told.reversalId()));
    String there = place == KeyIndex.NONE ? "nothing" : ANSWERS.get((int) answer.get(place));
    String name = told.reversalId() + " " + told.businessKey();
    findings.failUnless(
        there.equals(told.expected()),
        region,
        name,
        "is %s here, but %s, which asked, has %s".formatted(told.state(), told.origin(), there));
    findings.failUnless(
        !there.equals("REFUNDED") || answeredMinor.get(place) == minor,
        region,
        name,
        "left %,d of the payment refunded, but %s was told %,d"
            .formatted(
                minor, told.origin(), place == KeyIndex.NONE ? 0 : answeredMinor.get(place)));
  }

  private String stateOf(String kind, String businessKey, String requestKey) {
    int place = tries.find(key(kind, businessKey, requestKey));
    return place == KeyIndex.NONE ? "" : STATES.get((int) state.get(place));
  }

  /** Keys hold no line break: they are netstrings or words. */
  private static String key(String... parts) {
    return String.join("\n", parts);
  }
}
