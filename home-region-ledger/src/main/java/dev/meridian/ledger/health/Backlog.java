package dev.meridian.ledger.health;

import java.util.Map;

/**
 * What waits in this region, as of the last look.
 *
 * @param outboxRows not yet acknowledged by Kafka
 * @param outboxOldestSeconds the age of the oldest of them
 * @param outboxBlockedKeys keys that one failing row holds back
 * @param parked parked messages that nobody has closed
 * @param open legs without an answer, by the region asked
 * @param copyLagSeconds how long ago another home was last heard of, by home
 */
record Backlog(
    long outboxRows,
    double outboxOldestSeconds,
    long outboxBlockedKeys,
    long parked,
    Map<String, OfHome> open,
    Map<String, Double> copyLagSeconds) {
  static final Backlog NONE = new Backlog(0, 0, 0, 0, Map.of(), Map.of());

  Backlog {
    open = Map.copyOf(open);
    copyLagSeconds = Map.copyOf(copyLagSeconds);
  }

  OfHome of(String home) {
    return open.getOrDefault(home, OfHome.NONE);
  }

  /**
   * Legs that wait for one region's answer.
   *
   * @param oldestSeconds since the oldest was decided
   */
  record OfHome(long count, double oldestSeconds) {
    static final OfHome NONE = new OfHome(0, 0);
  }
}
