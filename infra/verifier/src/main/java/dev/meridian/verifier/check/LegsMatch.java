package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/**
 * Invariant 4: both sides of each leg, its entries, and the clearing accounts between two homes.
 */
final class LegsMatch implements Invariant {

  @Override
  public String sentence() {
    return "each leg is booked, or refused and returned, on both sides; clearing equals open legs";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(
        Table.PAYMENT_LEG, Table.LEG_OUTCOME, Table.REVERSAL, Table.ENTRY, Table.ACCOUNT);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    LegBook book = LegBook.of(evidence);
    evidence.each(Table.PAYMENT_LEG, (region, leg) -> judge(evidence, region, leg, book, findings));
    evidence.each(
        Table.REVERSAL,
        (region, reversal) -> ReversalLegs.judge(evidence, region, reversal, book, findings));
    evidence.each(
        Table.LEG_OUTCOME, (region, outcome) -> judge(evidence, region, outcome, book, findings));
    ClearingSums.of(evidence).judge(findings);
  }

  private static void judge(
      Evidence evidence, String region, Row.PaymentLeg leg, LegBook book, Findings findings) {
    if (evidence.tooYoung(leg.settledAt() == null ? leg.createdAt() : leg.settledAt())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    LegBook.Leg facts = book.leg(leg.legId());
    switch (leg.state()) {
      case "SETTLED" -> {
        findings.failUnless(
            facts.answered("BOOKED"),
            region,
            leg.legId(),
            "is SETTLED, but %s has not booked it".formatted(leg.counterHome()));
        findings.failUnless(
            facts.returns() == 0, region, leg.legId(), "is SETTLED and was returned too");
      }
      case "RETURNED" -> {
        findings.failUnless(
            facts.answered("REFUSED"),
            region,
            leg.legId(),
            "is RETURNED, but %s has not refused it".formatted(leg.counterHome()));
        findings.failUnless(
            facts.returns() == 1 && facts.returnedMinor() == leg.amountMinor(),
            region,
            leg.legId(),
            "is RETURNED, with %d entries over %,d instead of one over %,d"
                .formatted(facts.returns(), facts.returnedMinor(), leg.amountMinor()));
      }
      default ->
          findings.fail(
              region, leg.legId(), "is still open towards %s".formatted(leg.counterHome()));
    }
    findings.failUnless(
        !facts.hasOutcome() || facts.outcomeMinor() == leg.amountMinor(),
        region,
        leg.legId(),
        "is over %,d here and over %,d in %s"
            .formatted(leg.amountMinor(), facts.outcomeMinor(), leg.counterHome()));
  }

  private static void judge(
      Evidence evidence, String region, Row.LegOutcome outcome, LegBook book, Findings findings) {
    if (evidence.tooYoung(outcome.at())) {
      findings.leftOut();
      return;
    }
    findings.checked();
    LegBook.Leg facts = book.leg(outcome.legId());
    findings.failUnless(
        facts.hasLeg(),
        region,
        outcome.legId(),
        "is %s here, but %s knows no such leg".formatted(outcome.status(), outcome.counterHome()));
    long expected = outcome.status().equals("REFUSED") ? 0 : outcome.amountMinor();
    findings.failUnless(
        facts.credits() == (expected == 0 ? 0 : 1) && facts.creditedMinor() == expected,
        region,
        outcome.legId(),
        "is %s, with %d entries over %,d instead of %,d"
            .formatted(outcome.status(), facts.credits(), facts.creditedMinor(), expected));
  }
}
