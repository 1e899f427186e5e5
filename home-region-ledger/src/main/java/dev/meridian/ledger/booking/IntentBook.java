package dev.meridian.ledger.booking;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that was decided about one intent, and who asked. One request key has one answer: its own
 * outcome, or the one that it was first told as a duplicate. Not thread-safe.
 */
final class IntentBook {
  private final Map<String, PayOutcome> byRequestKey = new HashMap<>();
  private final Map<AskerKey, Asker> askers = new LinkedHashMap<>();

  private record AskerKey(String paymentId, String requestKey) {}

  void put(PayOutcome outcome) {
    byRequestKey.put(outcome.requestKey(), outcome);
  }

  void put(Asker asker) {
    askers.put(new AskerKey(asker.paymentId(), asker.requestKey()), asker);
  }

  /** The outcome that stands for this request key; null if it is a new one. */
  @Nullable PayOutcome decided(String requestKey) {
    PayOutcome own = byRequestKey.get(requestKey);
    if (own != null) {
      return own;
    }
    return askers.values().stream()
        .filter(asker -> asker.requestKey().equals(requestKey))
        .map(asker -> byRequestKey.get(asker.outcomeRequestKey()))
        .findFirst()
        .orElse(null);
  }

  /** The one outcome of the intent that is booked and not returned; null if there is none. */
  @Nullable PayOutcome booked() {
    return byRequestKey.values().stream().filter(PayOutcome::isBooked).findFirst().orElse(null);
  }

  /** Why there is nothing to refund, as long as {@link #booked} says null. */
  Reason whyNothingIsBooked() {
    if (byRequestKey.values().stream().anyMatch(PayOutcome::isCancelled)) {
      return Reason.PAYMENT_CANCELLED;
    }
    return byRequestKey.isEmpty() ? Reason.UNKNOWN_PAYMENT : Reason.PAYMENT_REJECTED;
  }

  @Nullable PayOutcome own(String requestKey) {
    return byRequestKey.get(requestKey);
  }

  @Nullable Asker asker(String paymentId, String requestKey) {
    return askers.get(new AskerKey(paymentId, requestKey));
  }

  /**
   * The asker that this origin knows no more, if it sends the same request key under another id.
   */
  @Nullable Asker askerFrom(String originRegion, String requestKey) {
    return askers.values().stream()
        .filter(asker -> asker.requestKey().equals(requestKey))
        .filter(asker -> asker.originRegion().equals(originRegion))
        .findFirst()
        .orElse(null);
  }

  /** Who is told that outcome beside the payment that it was decided for. */
  List<Asker> askersOf(PayOutcome outcome) {
    return askers.values().stream()
        .filter(asker -> asker.outcomeRequestKey().equals(outcome.requestKey()))
        .toList();
  }
}
