package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Kind;
import java.time.Instant;

/**
 * A request to give a payment back, in part or as a whole, as it was asked first.
 *
 * @param kind RefundRequested or CancelRequested, the kind of the client's request
 * @param businessKey the refund's own; a cancel's is its payment's
 * @param reversalId the refund's or cancel's handle, given by the region that asked
 * @param paymentId the payment as that region names it
 * @param payment the payment's business key
 * @param messageId the message that asked
 * @param answerId the id of the message that tells the outcome, the same for each repeat
 */
record ReversalRequest(
    Kind kind,
    BusinessKey businessKey,
    String requestKey,
    Fingerprint fingerprint,
    String reversalId,
    String paymentId,
    BusinessKey payment,
    String messageId,
    String answerId,
    String originRegion,
    Instant occurredAt) {

  /** Names one try. */
  record Key(Kind kind, BusinessKey businessKey, String requestKey) {}

  Key key() {
    return new Key(kind, businessKey, requestKey);
  }

  boolean isCancel() {
    return kind == Kind.CANCEL_REQUESTED;
  }

  static ReversalRequest of(
      Kind kind,
      Envelope envelope,
      Fingerprint fingerprint,
      String reversalId,
      String paymentId,
      BusinessKey payment,
      String answerId) {
    return new ReversalRequest(
        kind,
        envelope.businessKey(),
        envelope.requestKey(),
        fingerprint,
        reversalId,
        paymentId,
        payment,
        envelope.messageId(),
        answerId,
        envelope.originRegion(),
        envelope.occurredAt());
  }
}
