package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request to pay; kept for good. A row of {@code booking_outcome}.
 *
 * @param settled false while the payee's home was not heard of: nothing is answered yet
 * @param reason why not, unless booked
 * @param entryId the entry that debited the payer, unless refused
 * @param messageId the message that was decided
 * @param answerId the id of the message that tells the outcome, the same for each repeat
 * @param occurredAt of the message that was decided
 * @param at when it was decided
 */
record PayOutcome(
    BusinessKey businessKey,
    String requestKey,
    Fingerprint fingerprint,
    Status status,
    boolean settled,
    @Nullable String reason,
    @Nullable String entryId,
    String paymentId,
    String messageId,
    String answerId,
    String originRegion,
    Instant occurredAt,
    Intent intent,
    Instant at) {

  enum Status {
    BOOKED,
    REFUSED,
    RETURNED
  }

  record Key(BusinessKey businessKey, String requestKey) {}

  PayOutcome {
    if ((status == Status.BOOKED) != (reason == null)) {
      throw new IllegalArgumentException(status + " with reason " + reason);
    }
    if ((status == Status.REFUSED) != (entryId == null)) {
      throw new IllegalArgumentException(status + " with entry " + entryId);
    }
    if (!settled && status != Status.BOOKED) {
      throw new IllegalArgumentException(status + " is final");
    }
  }

  Key key() {
    return new Key(businessKey, requestKey);
  }

  boolean isBooked() {
    return status == Status.BOOKED;
  }

  /** Kept from being booked by a cancel, or taken back by one. */
  boolean isCancelled() {
    return Reason.CANCELLED.name().equals(reason);
  }

  DuplicateCause.First first() {
    return new DuplicateCause.First(originRegion, messageId, requestKey);
  }

  PayOutcome settledNow() {
    return with(Status.BOOKED, null);
  }

  PayOutcome returned(String why) {
    return with(Status.RETURNED, why);
  }

  private PayOutcome with(Status newStatus, @Nullable String newReason) {
    return new PayOutcome(
        businessKey,
        requestKey,
        fingerprint,
        newStatus,
        true,
        newReason,
        entryId,
        paymentId,
        messageId,
        answerId,
        originRegion,
        occurredAt,
        intent,
        at);
  }
}
