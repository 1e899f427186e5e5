package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;

/**
 * Invariant 4 for refunds and cancels whose payee lives elsewhere: debited there, credited here.
 */
final class ReversalLegs {
  private ReversalLegs() {}

  static void judge(
      Evidence evidence, String region, Row.Reversal reversal, LegBook book, Findings findings) {
    String legId = reversal.legId();
    Long amount = reversal.amountMinor();
    if (legId == null || amount == null) {
      return;
    }
    if (evidence.tooYoung(reversal.decidedAt() == null ? reversal.at() : reversal.decidedAt())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    LegBook.Leg facts = book.leg(legId);
    boolean booked = reversal.state().equals("BOOKED");
    if (!booked && !reversal.state().equals("REFUSED")) {
      findings.fail(region, legId, "is still open towards %s".formatted(reversal.counterHome()));
      return;
    }
    findings.failUnless(
        facts.answered(reversal.state()),
        region,
        legId,
        "is %s, but %s says otherwise".formatted(reversal.state(), reversal.counterHome()));
    long expected = booked ? amount : 0;
    findings.failUnless(
        facts.returns() == (booked ? 1 : 0) && facts.returnedMinor() == expected,
        region,
        legId,
        "is %s, with %d credits over %,d instead of %,d"
            .formatted(reversal.state(), facts.returns(), facts.returnedMinor(), expected));
    findings.failUnless(
        !facts.hasOutcome() || facts.outcomeMinor() == amount,
        region,
        legId,
        "is over %,d here and over %,d in %s"
            .formatted(amount, facts.outcomeMinor(), reversal.counterHome()));
  }
}
