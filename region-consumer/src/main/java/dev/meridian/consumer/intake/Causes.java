package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.messages.Envelope;
import org.jspecify.annotations.Nullable;

/** Why a message came again: the first cause that fits. Pure functions. */
final class Causes {
  private Causes() {}

  /**
   * A request whose try is known.
   *
   * @param known the payment it made, null if only the dedup row is left
   * @param otherwise what to call a plain repeat under another message id: where the tiers knew the
   *     key, that's the producer's doing; where they didn't, theirs, and it pages
   */
  static Cause ofRequest(Envelope repeat, @Nullable Payment known, Cause otherwise) {
    if (known != null && !known.originRegion().equals(repeat.originRegion())) {
      return Cause.OTHER_REGION;
    }
    if (repeat.attempt() > 1) {
      return Cause.RESEND;
    }
    return known != null && known.messageId().equals(repeat.messageId())
        ? Cause.REDELIVERY
        : otherwise;
  }

  /** An answer that says again what was applied. */
  static Cause ofAnswer(Envelope repeat, Payment payment) {
    if (repeat.attempt() > 1) {
      return Cause.RESEND;
    }
    return repeat.messageId().equals(payment.resultMessageId())
        ? Cause.REDELIVERY
        : Cause.OTHER_MESSAGE;
  }
}
