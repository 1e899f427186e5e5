package dev.meridian.consumer.payment;

import dev.meridian.messages.Body;
import dev.meridian.messages.Body.WinnerState;
import org.jspecify.annotations.Nullable;

/**
 * Where a payment stands, with what belongs to it. Immutable.
 *
 * @param state the state
 * @param reason why it was rejected, or why its winner was
 * @param duplicateOf the winner's payment id; set exactly for DUPLICATE_OF
 * @param winnerState the winner's outcome; null while it is open, and for every other state
 */
public record Standing(
    PaymentState state,
    @Nullable String reason,
    @Nullable String duplicateOf,
    @Nullable WinnerState winnerState) {

  public static final Standing ROUTED = new Standing(PaymentState.ROUTED, null, null, null);

  public Standing {
    if ((state == PaymentState.DUPLICATE_OF) != (duplicateOf != null)) {
      throw new IllegalArgumentException(
          "a duplicate, and nothing else, names its winner: " + state);
    }
    if (state == PaymentState.REJECTED && reason == null) {
      throw new IllegalArgumentException("a rejection says why");
    }
    if (winnerState != null && state != PaymentState.DUPLICATE_OF) {
      throw new IllegalArgumentException("only a duplicate has a winner's state: " + state);
    }
  }

  /** A duplicate of that payment; the winner's outcome is null as long as it is open. */
  public static Standing duplicateOf(
      String winner, @Nullable WinnerState winnerState, @Nullable String reason) {
    return new Standing(PaymentState.DUPLICATE_OF, reason, winner, winnerState);
  }

  /** Where a final answer of the home region puts the payment. */
  public static Standing by(Body.Result answer) {
    if (answer instanceof Body.Settled) {
      return new Standing(PaymentState.SETTLED, null, null, null);
    }
    if (answer instanceof Body.Rejected rejected) {
      return new Standing(PaymentState.REJECTED, rejected.reason(), null, null);
    }
    if (answer instanceof Body.Cancelled) {
      return new Standing(PaymentState.CANCELLED, null, null, null);
    }
    if (answer instanceof Body.DuplicateOf duplicate) {
      return duplicateOf(
          duplicate.winnerPaymentId(), duplicate.winnerState(), duplicate.winnerReason());
    }
    throw new IllegalArgumentException(answer.kind() + " is no final answer");
  }

  /** What a duplicate that follows this payment shows: its outcome, or null while it is open. */
  public @Nullable WinnerState outcome() {
    return switch (state) {
      case ROUTED -> null;
      case SETTLED -> WinnerState.SETTLED;
      case REJECTED -> WinnerState.REJECTED;
      case CANCELLED -> WinnerState.CANCELLED;
      case DUPLICATE_OF -> winnerState;
    };
  }
}
