package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.dedup.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of one request: a pure function of it, its dedup verdict, and the intent's tries.
 */
sealed interface RequestDecision {

  /** Nobody asked for this before, or what was asked was rejected: a new payment is routed. */
  record Route() implements RequestDecision {}

  /** Another try at an intent that is open or settled: born as its duplicate. */
  record FollowWinner(Payment first) implements RequestDecision {}

  /**
   * This very try is known.
   *
   * @param payment the one it made; null if only its dedup row is left
   */
  record Repeat(@Nullable Payment payment) implements RequestDecision {}

  /** The key is known and says something else. */
  record Conflict(String detail) implements RequestDecision {}

  /** The payment's own row says more than the dedup row, so it is asked first. */
  static RequestDecision of(Inspected.Request request, Verdict verdict, KnownPayments known) {
    Optional<Payment> same =
        known.find(request.envelope().businessKey(), request.envelope().requestKey());
    if (same.isPresent()) {
      return request.fingerprint().conflictsWith(same.get().fingerprint())
          ? new Conflict("the request is payment " + same.get().id() + ", with another content")
          : new Repeat(same.get());
    }
    if (verdict instanceof Verdict.Conflict) {
      return new Conflict("the request was seen before, with another content");
    }
    if (verdict instanceof Verdict.Duplicate) {
      return new Repeat(null);
    }
    return ofNew(request, known.standingInTheWay(request.envelope().businessKey()));
  }

  private static RequestDecision ofNew(Inspected.Request request, Optional<Payment> first) {
    if (first.isEmpty()) {
      return new Route();
    }
    return request.fingerprint().conflictsWith(first.get().fingerprint())
        ? new Conflict("the intent is payment " + first.get().id() + ", with another content")
        : new FollowWinner(first.get());
  }
}
