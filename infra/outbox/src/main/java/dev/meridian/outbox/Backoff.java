package dev.meridian.outbox;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Waits between attempts: doubling from the first to the longest, each shortened at random by up to
 * a half, so that those who failed together don't come back together. Immutable; no clock of its
 * own.
 *
 * @param first the wait after the first failure, before jitter
 * @param longest no wait is longer
 */
public record Backoff(Duration first, Duration longest) {
  private static final int DOUBLINGS_AT_MOST = 30;

  public Backoff {
    if (first.compareTo(Duration.ofMillis(1)) < 0 || longest.compareTo(first) < 0) {
      throw new IllegalArgumentException(
          "1 ms <= first <= longest is needed, not " + first + ", " + longest);
    }
  }

  /** The wait after so many failures in a row; failures begin at 1. */
  public Duration after(int failures, RandomGenerator random) {
    long doublings = Math.min(Math.max(failures - 1, 0), DOUBLINGS_AT_MOST);
    long millis = Math.min(longest.toMillis(), first.toMillis() << doublings);
    return Duration.ofMillis(millis - random.nextLong(millis / 2 + 1));
  }
}
