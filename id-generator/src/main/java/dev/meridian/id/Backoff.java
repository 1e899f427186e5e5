package dev.meridian.id;

import java.time.Duration;

/**
 * How long to wait before the store is asked again: doubles with each failure. Immutable.
 *
 * @param first after the first failure
 * @param longest from some failure on
 */
record Backoff(Duration first, Duration longest) {

  /** 20 ms, doubling to a second. */
  static final Backoff USUAL = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));

  /** Enough to get from any first one to any longest one; bounds the shift. */
  private static final int DOUBLINGS_AT_MOST = 20;

  /**
   * The wait after this failure.
   *
   * @param failures how many there were in a row, at least 1
   */
  long nanosAfter(int failures) {
    long doublings = Math.min(failures - 1, DOUBLINGS_AT_MOST);
    return Math.min(first.toNanos() << doublings, longest.toNanos());
  }
}
