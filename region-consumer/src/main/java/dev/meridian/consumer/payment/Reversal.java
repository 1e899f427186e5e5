package dev.meridian.consumer.payment;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What a home region answered to a refund or cancel. Immutable.
 *
 * @param kind RefundRequested or CancelRequested
 * @param id the refund's or cancel's handle
 * @param paymentId the payment as this region named it
 * @param reason why not, if refused
 * @param duplicateOf the refund that was paid out, if this one asked for the same
 * @param refundedMinor how much of the payment had been refunded with it
 */
public record Reversal(
    Kind kind,
    BusinessKey businessKey,
    String requestKey,
    String id,
    String paymentId,
    State state,
    @Nullable String reason,
    @Nullable String duplicateOf,
    long refundedMinor,
    long resultVersion,
    String resultMessageId) {

  /** How it ended. */
  public enum State {
    REFUNDED,
    CANCELLED,
    REFUSED
  }

  /** Whether both answers say the same, whatever message they came in. */
  public boolean saysTheSameAs(Reversal other) {
    return state == other.state && String.valueOf(reason).equals(String.valueOf(other.reason));
  }
}
