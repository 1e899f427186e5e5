package dev.meridian.ledger.booking;

import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body.Cancel;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Body.Refund;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import java.time.Instant;

/** Decides one command after the other on the batch's books. Pure but for the ids it draws. */
final class Decisions {
  private final PayDecision pays;
  private final LegDecision legs;
  private final ReversalDecision reversals;
  private final LegAnswerDecision legAnswers;

  /**
   * @param now what is decided in this batch is decided at this time
   */
  Decisions(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.pays = new PayDecision(home, ids, books, now);
    this.legs = new LegDecision(home, ids, books, now);
    this.reversals = new ReversalDecision(home, ids, books, now);
    this.legAnswers = new LegAnswerDecision(home, ids, books, now);
  }

  /**
   * @param command one that {@link Admission} let in
   */
  Disposition decide(Message command) {
    Envelope envelope = command.envelope();
    if (command.body() instanceof Pay pay) {
      return pays.decide(envelope, pay);
    }
    if (command.body() instanceof CreditLeg leg) {
      return legs.decide(envelope, LegTerms.of(leg));
    }
    if (command.body() instanceof DebitLeg leg) {
      return legs.decide(envelope, LegTerms.of(leg));
    }
    if (command.body() instanceof Refund refund) {
      return reversals.decide(envelope, refund);
    }
    if (command.body() instanceof Cancel cancel) {
      return reversals.decide(envelope, cancel);
    }
    if (command.body() instanceof LegAnswer answer) {
      return legAnswers.decide(envelope, answer);
    }
    throw new IllegalArgumentException("not a command that is decided here: " + command.kind());
  }
}
