package dev.meridian.messages;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What every message carries beside its data: CloudEvents 1.0 attributes, ours among them as
 * extensions. Nothing is ever decided from topic, partition, offset or record timestamp; only from
 * these facts and the data.
 *
 * @param messageId names this message; a resend repeats it; 1 to 255 characters
 * @param businessKey names the intent
 * @param requestKey names one try at the intent, 1 to 255 characters
 * @param occurredAt set once by the creator; a retry repeats it; never used for order
 * @param originRegion the region that accepted the payment, and that results go to
 * @param attempt 1 for the first sending, raised by each resend
 * @param traceparent W3C trace context, or null
 * @param resolverMode how the sender finds home regions, or null from a producer that doesn't know
 * @param hops how often a region that isn't the home has sent it on
 */
public record Envelope(
    String messageId,
    BusinessKey businessKey,
    String requestKey,
    Instant occurredAt,
    String originRegion,
    int attempt,
    @Nullable String traceparent,
    @Nullable String resolverMode,
    int hops) {

  public Envelope {
    Checks.text(messageId, "ce_id");
    Checks.present(businessKey, "ce_businesskey");
    Checks.text(requestKey, "ce_requestkey");
    Checks.present(occurredAt, "ce_time");
    Checks.text(originRegion, "ce_originregion");
    if (attempt < 1) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE, "ce_attempt must be at least 1, it is " + attempt);
    }
    if (hops < 0) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE, "ce_hops must be at least 0, it is " + hops);
    }
  }

  /** Of a message that goes straight to its home. */
  public Envelope(
      String messageId,
      BusinessKey businessKey,
      String requestKey,
      Instant occurredAt,
      String originRegion,
      int attempt,
      @Nullable String traceparent,
      @Nullable String resolverMode) {
    this(
        messageId,
        businessKey,
        requestKey,
        occurredAt,
        originRegion,
        attempt,
        traceparent,
        resolverMode,
        0);
  }

  /** The same facts under a message id of its own, for a message that follows from this one. */
  public Envelope followedBy(String newMessageId) {
    return new Envelope(
        newMessageId,
        businessKey,
        requestKey,
        occurredAt,
        originRegion,
        1,
        traceparent,
        resolverMode);
  }

  public Envelope withResolverMode(String mode) {
    return new Envelope(
        messageId,
        businessKey,
        requestKey,
        occurredAt,
        originRegion,
        attempt,
        traceparent,
        mode,
        hops);
  }

  /** The same message on its way from a region that isn't the home to the one that is. */
  public Envelope forwarded() {
    return new Envelope(
        messageId,
        businessKey,
        requestKey,
        occurredAt,
        originRegion,
        attempt,
        traceparent,
        resolverMode,
        hops + 1);
  }
}
