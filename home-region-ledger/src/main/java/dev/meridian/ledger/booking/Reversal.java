package dev.meridian.ledger.booking;

import dev.meridian.messages.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request to give a payment back: a refund, or a cancel; kept for good.
 * A row of {@code reversal}.
 *
 * @param reason why not, if refused
 * @param acted the booked outcome that it acts on; null if there was none
 * @param entryId the entry that gave the money back; a cancel before the booking has none
 * @param leg the debit at the payee's home; null if that is here
 * @param amount what it moves; null if nothing
 * @param version the payment's version that the answer tells
 * @param refundedMinor how much of the payment had been given back with it
 * @param legAnswerId the message that answered the leg
 * @param decidedAt null while it is open
 */
record Reversal(
    ReversalRequest request,
    State state,
    @Nullable String reason,
    PayOutcome.@Nullable Key acted,
    @Nullable String entryId,
    @Nullable Leg leg,
    @Nullable Money amount,
    long version,
    long refundedMinor,
    @Nullable String legAnswerId,
    Instant at,
    @Nullable Instant decidedAt) {

  enum State {
    /** A cancel that waits for the answer to its payment's leg. */
    WAITING,
    /** The payment's money is held back for it, the payee's home was asked for the debit. */
    RESERVED,
    BOOKED,
    REFUSED
  }

  /** The debit that another home is asked for. */
  record Leg(String id, String home) {}

  static Reversal waiting(ReversalRequest request, PayOutcome payment, Instant at) {
    return new Reversal(
        request, State.WAITING, null, payment.key(), null, null, null, 1, 0, null, at, null);
  }

  /** Nothing was booked yet, and nothing will be. */
  static Reversal tombstone(ReversalRequest request, Instant at) {
    return new Reversal(request, State.BOOKED, null, null, null, null, null, 1, 0, null, at, at);
  }

  static Reversal refused(
      ReversalRequest request,
      Reason reason,
      PayOutcome.@Nullable Key payment,
      @Nullable Money amount,
      long version,
      Instant at) {
    return new Reversal(
        request,
        State.REFUSED,
        reason.name(),
        payment,
        null,
        null,
        amount,
        version,
        0,
        null,
        at,
        at);
  }

  Reversal refusedNow(
      String why,
      @Nullable Money moved,
      long paymentVersion,
      @Nullable String answeredBy,
      Instant now) {
    return new Reversal(
        request,
        State.REFUSED,
        why,
        acted,
        null,
        leg,
        moved,
        paymentVersion,
        0,
        answeredBy,
        at,
        now);
  }

  Reversal reserved(PayOutcome payment, Leg debit, Money moved, long paymentVersion) {
    return new Reversal(
        request,
        State.RESERVED,
        null,
        payment.key(),
        null,
        debit,
        moved,
        paymentVersion,
        0,
        null,
        at,
        null);
  }

  Reversal booked(
      PayOutcome payment,
      String entry,
      Money moved,
      Capture told,
      @Nullable String answeredBy,
      Instant now) {
    return new Reversal(
        request,
        State.BOOKED,
        null,
        payment.key(),
        entry,
        leg,
        moved,
        told.version(),
        told.refundedMinor(),
        answeredBy,
        at,
        now);
  }

  boolean isLive() {
    return state != State.REFUSED;
  }

  boolean isFinal() {
    return decidedAt != null;
  }

  DuplicateCause.First first() {
    return new DuplicateCause.First(
        request.originRegion(), request.messageId(), request.requestKey());
  }
}
