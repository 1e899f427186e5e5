package dev.meridian.ledger.booking;

import dev.meridian.messages.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The payer's home's side of a payment to another home. A row of {@code payment_leg}.
 *
 * @param counterHome the payee's home
 * @param outcome the booking that it belongs to
 * @param answerMessageId the first answer, null while there is none
 * @param settledAt when it was answered, null while it wasn't
 */
record PaymentLeg(
    String paymentId,
    String legId,
    String counterHome,
    State state,
    Money amount,
    PayOutcome.Key outcome,
    @Nullable String answerMessageId,
    Instant createdAt,
    @Nullable Instant settledAt) {

  enum State {
    DEBITED,
    SETTLED,
    RETURNED
  }

  PaymentLeg answered(State newState, String messageId, Instant at) {
    if (state != State.DEBITED) {
      throw new IllegalStateException(this + " is answered already");
    }
    return new PaymentLeg(
        paymentId, legId, counterHome, newState, amount, outcome, messageId, createdAt, at);
  }
}
