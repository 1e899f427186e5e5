package dev.meridian.dedup;

import java.time.Duration;

/**
 * When a new generation is opened, and how it is stored. Immutable.
 *
 * @param every how long a generation is written to, by the database's clock; a day unless there is
 *     a reason. Shorter ones are more tables to probe, longer ones free space later
 * @param parts into how many tables a generation's keys are hashed, 1 to {@value #MAX_PARTS}; a new
 *     number holds from the next generation on
 */
public record RotationPlan(Duration every, int parts) {

  /** Most tables of one generation. */
  public static final int MAX_PARTS = 32;

  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofDays(30);

  /** A day, in one table. */
  public static final RotationPlan DAILY = new RotationPlan(Duration.ofDays(1), 1);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if out of range: 1 s to 30 d, 1 to {@value #MAX_PARTS}
   */
  public RotationPlan {
    if (every.compareTo(SHORTEST) < 0 || every.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("a generation of " + every + " is not 1 s to 30 d long");
    }
    if (parts < 1 || parts > MAX_PARTS) {
      throw new IllegalArgumentException(parts + " parts are not 1 to " + MAX_PARTS);
    }
  }
}
