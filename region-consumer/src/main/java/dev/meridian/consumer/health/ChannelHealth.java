package dev.meridian.consumer.health;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Since when each channel's batch has been failing, and whether a channel gave up. Thread-safe,
 * doesn't block.
 */
public final class ChannelHealth {
  private final InstantSource clock;
  private final Map<String, Instant> failingSince = new ConcurrentHashMap<>();
  private final Map<String, String> stopped = new ConcurrentHashMap<>();

  public ChannelHealth(InstantSource clock) {
    this.clock = clock;
  }

  /** A transaction of that channel fails, and is tried again, since then. */
  public void failing(String channel, Instant since) {
    failingSince.put(channel, since);
  }

  /** That channel's transaction committed, or was given up. */
  public void ended(String channel) {
    failingSince.remove(channel);
  }

  /** A channel threw to its connector, which stops it for good: only a restart helps. */
  public void stopped(String channel, String why) {
    stopped.put(channel, why);
  }

  /** Channels that have been failing for longer than that, and for how long. */
  public Map<String, Duration> failingLongerThan(Duration limit) {
    Instant now = clock.instant();
    Map<String, Duration> failing = new TreeMap<>();
    failingSince.forEach(
        (channel, since) -> {
          Duration lasting = Duration.between(since, now);
          if (lasting.compareTo(limit) > 0) {
            failing.put(channel, lasting);
          }
        });
    return failing;
  }

  /** Channels that gave up, and why. */
  public Map<String, String> stopped() {
    return Map.copyOf(stopped);
  }
}
