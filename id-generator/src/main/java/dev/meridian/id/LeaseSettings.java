package dev.meridian.id;

import java.time.Duration;
import java.util.Objects;

/**
 * How a generator leases. Immutable.
 *
 * <p>A block is as great as what was used in ten seconds lately, between the two bounds. Above a
 * tenth of the greatest block per second the reserve lasts for less than five seconds.
 *
 * @param leastBlock ids in the smallest block, which is also the first one, 1 to {@link
 *     Block#MAX_SIZE}
 * @param greatestBlock ids in the greatest block, up to {@link Block#MAX_SIZE}; a crash loses two
 *     of them at most
 * @param waitAtMost how long a call waits when the reserve is used up and the store is away, before
 *     it throws {@link LeaseTimeoutException}; above 0, at most a day. Below the time-outs of the
 *     transaction that the caller is in
 */
public record LeaseSettings(int leastBlock, int greatestBlock, Duration waitAtMost) {

  private static final Duration LONGEST_WAIT = Duration.ofDays(1);

  /**
   * Blocks of 1,000 to 100,000,000 ids, five seconds: what a generator does unless told otherwise.
   */
  public static final LeaseSettings DEFAULT =
      new LeaseSettings(1_000, Block.MAX_SIZE, Duration.ofSeconds(5));

  /**
   * @throws IllegalArgumentException if a size is out of range, the least is above the greatest, or
   *     the time is not above 0 or longer than a day
   */
  public LeaseSettings {
    Block.checkSize(leastBlock);
    Block.checkSize(greatestBlock);
    if (leastBlock > greatestBlock) {
      throw new IllegalArgumentException(
          "the smallest block, %d, is greater than the greatest, %d"
              .formatted(leastBlock, greatestBlock));
    }
    Objects.requireNonNull(waitAtMost, "waitAtMost");
    if (waitAtMost.isNegative() || waitAtMost.isZero()) {
      throw new IllegalArgumentException("waiting at most " + waitAtMost + " is not waiting");
    }
    if (waitAtMost.compareTo(LONGEST_WAIT) > 0) {
      throw new IllegalArgumentException(
          "waiting at most " + waitAtMost + " is longer than a day; take some seconds");
    }
  }

  /** These with blocks of just this size. */
  public LeaseSettings withBlocksOf(int size) {
    return new LeaseSettings(size, size, waitAtMost);
  }

  /** These with blocks whose size follows the rate between these bounds. */
  public LeaseSettings withBlocksOf(int least, int greatest) {
    return new LeaseSettings(least, greatest, waitAtMost);
  }

  /** These with another longest wait. */
  public LeaseSettings withWaitAtMost(Duration time) {
    return new LeaseSettings(leastBlock, greatestBlock, time);
  }
}
