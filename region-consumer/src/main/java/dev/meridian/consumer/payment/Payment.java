package dev.meridian.consumer.payment;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One try at an intent, as this region knows it. Immutable.
 *
 * @param id the handle this region gave
 * @param businessKey names the intent
 * @param requestKey names the try
 * @param intent who pays whom how much
 * @param fingerprint what the try says, for comparing
 * @param standing where it stands
 * @param version 1 at birth, raised by each move
 * @param resultVersion the highest outcome version applied, 0 before the first
 * @param resultMessageId the message that outcome came in
 * @param originRegion the region of the producer's envelope
 * @param homeRegion the region that books it
 * @param messageId the message that asked for it
 * @param occurredAt set by the creator; never used for order
 * @param refundedMinor how much of it went back, by the home region's latest word
 */
public record Payment(
    String id,
    BusinessKey businessKey,
    String requestKey,
    Intent intent,
    Fingerprint fingerprint,
    Standing standing,
    int version,
    long resultVersion,
    @Nullable String resultMessageId,
    String originRegion,
    String homeRegion,
    String messageId,
    Instant occurredAt,
    long refundedMinor) {

  public PaymentState state() {
    return standing.state();
  }

  /** The payment whose outcome this one shares: itself, or the winner it is a duplicate of. */
  public String winnerId() {
    String winner = standing.duplicateOf();
    return winner == null ? id : winner;
  }

  /** The payment after a move. */
  public Payment moved(Standing to, long byResultVersion, String byMessageId) {
    if (!TransitionTable.mayMove(state(), to.state())) {
      throw new IllegalStateException(id + " can't go from " + state() + " to " + to.state());
    }
    return with(to, version + 1, byResultVersion, byMessageId);
  }

  /** The duplicate after its winner's outcome became known or changed; no move of its own. */
  public Payment following(Standing winner, long byResultVersion, @Nullable String byMessageId) {
    if (state() != PaymentState.DUPLICATE_OF || winner.state() != PaymentState.DUPLICATE_OF) {
      throw new IllegalStateException(id + " is " + state() + " and follows nobody");
    }
    return with(winner, version, byResultVersion, byMessageId);
  }

  /** The same payment under the id that its home knows it by. */
  public Payment renamed(String newId) {
    return new Payment(
        newId,
        businessKey,
        requestKey,
        intent,
        fingerprint,
        standing,
        version,
        resultVersion,
        resultMessageId,
        originRegion,
        homeRegion,
        messageId,
        occurredAt,
        refundedMinor);
  }

  /** The payment after a refund; no move of its own. */
  public Payment refunded(long totalMinor, long byResultVersion, String byMessageId) {
    if (state() != PaymentState.SETTLED) {
      throw new IllegalStateException(id + " is " + state() + " and can't be refunded");
    }
    return with(standing, version, byResultVersion, byMessageId, totalMinor);
  }

  private Payment with(
      Standing to, int newVersion, long byResultVersion, @Nullable String byMessageId) {
    return with(to, newVersion, byResultVersion, byMessageId, refundedMinor);
  }

  private Payment with(
      Standing to,
      int newVersion,
      long byResultVersion,
      @Nullable String byMessageId,
      long newRefundedMinor) {
    return new Payment(
        id,
        businessKey,
        requestKey,
        intent,
        fingerprint,
        to,
        newVersion,
        byResultVersion,
        byMessageId,
        originRegion,
        homeRegion,
        messageId,
        occurredAt,
        newRefundedMinor);
  }
}
