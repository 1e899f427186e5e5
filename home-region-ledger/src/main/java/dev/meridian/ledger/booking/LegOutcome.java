package dev.meridian.ledger.booking;

import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.Fingerprint;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the credited account's home decided about a leg; the answer for good. A row of {@code
 * leg_outcome}.
 *
 * @param leg what was asked
 * @param reason why not booked on the account, or null
 * @param entryId the entry, unless refused
 * @param messageId the message that was decided
 * @param answerId the id of the answer, the same for each repeat
 */
record LegOutcome(
    LegTerms leg,
    Fingerprint fingerprint,
    Status status,
    @Nullable String reason,
    @Nullable String entryId,
    String messageId,
    String answerId,
    String originRegion,
    Instant at) {

  enum Status {
    BOOKED,
    REFUSED,
    /** Booked on the suspense account: the other home needn't do anything. */
    SUSPENSE
  }

  LegStatus answer() {
    return status == Status.REFUSED ? LegStatus.REFUSED : LegStatus.BOOKED;
  }

  /** What the other home is told; where the money lies here is not its affair. */
  @Nullable String answeredReason() {
    return status == Status.REFUSED ? reason : null;
  }

  /** What a repeat is told apart from; a leg has one request key, the payment's. */
  DuplicateCause.First first(String requestKey) {
    return new DuplicateCause.First(originRegion, messageId, requestKey);
  }
}
