package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.consumer.payment.TransitionTable;
import dev.meridian.messages.Body;

/** What becomes of one answer about a payment that this region knows: a pure function of both. */
sealed interface AnswerDecision {

  /** The payment moves. */
  record Moves(Payment to) implements AnswerDecision {}

  /** The payment is a duplicate and stays one; its winner has a newer outcome. */
  record Follows(Payment to) implements AnswerDecision {}

  /** Says again what was applied. */
  record Repeat() implements AnswerDecision {}

  /** Says what can't be any more; nothing changes. */
  record Late() implements AnswerDecision {}

  /** Says that the command lies parked at its home: no answer, the command stays open. */
  record StillWaiting() implements AnswerDecision {}

  /** Is about another intent than the payment of that id. */
  record Conflict(String detail) implements AnswerDecision {}

  static AnswerDecision of(Payment payment, Inspected.Answer answer) {
    if (contradicts(payment, answer)) {
      return new Conflict("payment " + payment.id() + " is about another intent than the answer");
    }
    if (answer.result() instanceof Body.Parked) {
      return new StillWaiting();
    }
    return ofFinal(payment, answer, Standing.by(answer.result()));
  }

  private static boolean contradicts(Payment payment, Inspected.Answer answer) {
    return !payment.businessKey().equals(answer.envelope().businessKey())
        || !payment.requestKey().equals(answer.envelope().requestKey())
        || payment.fingerprint().conflictsWith(answer.fingerprint());
  }

  private static AnswerDecision ofFinal(Payment payment, Inspected.Answer answer, Standing to) {
    long version = answer.result().version();
    String messageId = answer.envelope().messageId();
    if (payment.standing().equals(to)) {
      return new Repeat();
    }
    if (payment.resultVersion() > 0 && version <= payment.resultVersion()) {
      return new Late();
    }
    if (TransitionTable.mayMove(payment.state(), to.state())) {
      return new Moves(payment.moved(to, version, messageId));
    }
    return payment.state() == PaymentState.DUPLICATE_OF && to.state() == PaymentState.DUPLICATE_OF
        ? new Follows(payment.following(to, version, messageId))
        : new Late();
  }
}
