package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Kind;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The refunds and cancels that a batch's intents have, and the captures that guard them, changed by
 * one decision after the other; what of it is new or changed has to be written. Not thread-safe.
 */
final class ReversalBook {
  private final Map<ReversalRequest.Key, Reversal> reversals = new LinkedHashMap<>();
  private final Map<String, ReversalRequest.Key> byLeg = new HashMap<>();
  private final Map<AskerKey, ReversalAsker> askers = new LinkedHashMap<>();
  private final Map<PayOutcome.Key, Capture> captures = new HashMap<>();

  private final Set<ReversalRequest.Key> stored = new HashSet<>();
  private final Map<PayOutcome.Key, Capture> storedCaptures = new HashMap<>();
  private final Set<ReversalRequest.Key> changed = new LinkedHashSet<>();
  private final Set<ReversalAsker> newAskers = new LinkedHashSet<>();
  private final Set<PayOutcome.Key> changedCaptures = new LinkedHashSet<>();

  private record AskerKey(Kind kind, BusinessKey businessKey, String id, String requestKey) {}

  /** What was read. */
  record Stored(
      Collection<Reversal> reversals,
      Collection<ReversalAsker> askers,
      Collection<Capture> captures) {
    static final Stored NOTHING = new Stored(List.of(), List.of(), List.of());
  }

  ReversalBook(Stored read) {
    read.reversals().forEach(this::put);
    stored.addAll(reversals.keySet());
    read.askers().forEach(asker -> askers.put(key(asker.request()), asker));
    read.captures().forEach(capture -> captures.put(capture.payment(), capture));
    storedCaptures.putAll(captures);
  }

  private void put(Reversal reversal) {
    reversals.put(reversal.request().key(), reversal);
    if (reversal.leg() != null) {
      byLeg.put(reversal.leg().id(), reversal.request().key());
    }
  }

  private static AskerKey key(ReversalRequest request) {
    return new AskerKey(
        request.kind(), request.businessKey(), request.reversalId(), request.requestKey());
  }

  /** The outcome that stands for this try; null if it is a new one. */
  @Nullable Reversal decided(ReversalRequest.Key key) {
    Reversal own = reversals.get(key);
    if (own != null) {
      return own;
    }
    return askers.values().stream()
        .filter(asker -> asker.request().key().equals(key))
        .map(asker -> reversals.get(outcomeOf(asker)))
        .findFirst()
        .orElse(null);
  }

  private static ReversalRequest.Key outcomeOf(ReversalAsker asker) {
    ReversalRequest request = asker.request();
    return new ReversalRequest.Key(
        request.kind(), request.businessKey(), asker.outcomeRequestKey());
  }

  /** The one that isn't refused; null if there is none. */
  @Nullable Reversal live(Kind kind, BusinessKey businessKey) {
    return reversals.values().stream()
        .filter(Reversal::isLive)
        .filter(each -> each.request().kind() == kind)
        .filter(each -> each.request().businessKey().equals(businessKey))
        .findAny()
        .orElse(null);
  }

  @Nullable Reversal ofLeg(String legId) {
    ReversalRequest.Key key = byLeg.get(legId);
    return key == null ? null : reversals.get(key);
  }

  @Nullable ReversalAsker asker(ReversalRequest request) {
    return askers.get(key(request));
  }

  List<ReversalAsker> askersOf(Reversal reversal) {
    return askers.values().stream()
        .filter(asker -> outcomeOf(asker).equals(reversal.request().key()))
        .toList();
  }

  Capture capture(PayOutcome payment) {
    return captures.getOrDefault(payment.key(), Capture.of(payment));
  }

  /** New, or another state of one that is known. */
  void put(Reversal reversal, Capture capture) {
    put(reversal);
    changed.add(reversal.request().key());
    captures.put(capture.payment(), capture);
    changedCaptures.add(capture.payment());
  }

  /** One that touches no payment's money. */
  void add(Reversal reversal) {
    put(reversal);
    changed.add(reversal.request().key());
  }

  void add(ReversalAsker asker) {
    askers.put(key(asker.request()), asker);
    newAskers.add(asker);
  }

  List<Reversal> newReversals() {
    return pick(false);
  }

  List<Reversal> changedReversals() {
    return pick(true);
  }

  private List<Reversal> pick(boolean known) {
    return changed.stream()
        .filter(key -> stored.contains(key) == known)
        .map(reversals::get)
        .toList();
  }

  List<ReversalAsker> newAskers() {
    return List.copyOf(newAskers);
  }

  /**
   * A capture as it was read, or would have been made, and as the batch leaves it.
   *
   * @param before what the row must still be
   */
  record CaptureMove(Capture before, Capture after) {}

  List<CaptureMove> captureMoves() {
    return changedCaptures.stream()
        .map(key -> captures.get(key))
        .map(
            after ->
                new CaptureMove(storedCaptures.getOrDefault(after.payment(), first(after)), after))
        .toList();
  }

  private static Capture first(Capture capture) {
    return new Capture(capture.payment(), capture.captured(), 0, Capture.State.SETTLED, 1);
  }
}
