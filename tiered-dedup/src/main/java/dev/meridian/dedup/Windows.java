package dev.meridian.dedup;

import java.time.Duration;

/**
 * How long a consumer group's keys stay in each tier, from first seen. Immutable.
 *
 * @param hot 1 to 48 h: Redis memory, and how old a duplicate may be to be answered from there
 * @param warm 1 to 30 d: how long a key is answered from PostgreSQL alone. Nothing is dropped
 *     before; so far nothing is dropped after it either
 */
public record Windows(Duration hot, Duration warm) {

  /** 24 h and 7 d. */
  public static final Windows DEFAULT = new Windows(Duration.ofHours(24), Duration.ofDays(7));

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException with a sentence for whoever set it
   */
  public Windows {
    check(hot, Duration.ofHours(1), Duration.ofHours(48), "hot window", "1 h to 48 h");
    check(warm, Duration.ofDays(1), Duration.ofDays(30), "warm window", "1 d to 30 d");
    if (hot.compareTo(warm) > 0) {
      throw new IllegalArgumentException(
          "the hot window of %s is longer than the warm one of %s: its last part would answer for rows that may be gone; shorten hot or lengthen warm"
              .formatted(hot, warm));
    }
  }

  private static void check(
      Duration window, Duration least, Duration most, String name, String range) {
    if (window.compareTo(least) < 0 || window.compareTo(most) > 0) {
      throw new IllegalArgumentException("the " + name + " of " + window + " is not " + range);
    }
  }

  /**
   * Holds the windows against how long a topic keeps its records.
   *
   * @param topic what a person calls it
   * @throws IllegalArgumentException if marks outlive every record that could ask for them
   */
  public void checkAgainst(Duration topicRetention, String topic, String consumerGroup) {
    if (hot.compareTo(topicRetention) > 0) {
      throw new IllegalArgumentException(
          "the hot window of %s of %s is longer than %s keeps records, %s: marks would outlive every redelivery; shorten meridian.dedup.hot-window, or raise the topic's retention.ms to at least %d"
              .formatted(hot, consumerGroup, topic, topicRetention, hot.toMillis()));
    }
  }
}
