package dev.meridian.inbox;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Messages that fail alone by a fault that nothing here knows: tried again for ever, since a later
 * try may go well, until an operator has one parked. Of this process only, at most one per channel;
 * an order doesn't outlive it. Thread-safe, doesn't block.
 */
public final class StuckMessages {
  private final Map<Place, String> stuck = new ConcurrentHashMap<>();
  private final Set<Place> toBeParked = ConcurrentHashMap.newKeySet();

  /** What is stuck by now, by {@code topic-partition@offset}, and why. */
  public Map<String, String> now() {
    Map<String, String> now = new TreeMap<>();
    stuck.forEach((place, why) -> now.put(place.toString(), why));
    return now;
  }

  /**
   * Has a message parked at its next try, which comes within seconds.
   *
   * @return false if it isn't stuck here
   */
  public boolean park(Place place) {
    if (!stuck.containsKey(place)) {
      return false;
    }
    toBeParked.add(place);
    return true;
  }

  void add(Place place, Throwable why) {
    stuck.put(place, why.toString());
  }

  boolean isToBeParked(Place place) {
    return toBeParked.contains(place);
  }

  void over(Place place) {
    stuck.remove(place);
    toBeParked.remove(place);
  }
}
