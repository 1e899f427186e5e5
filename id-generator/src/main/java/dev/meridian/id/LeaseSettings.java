package dev.meridian.id;

import java.time.Duration;

/**
 * How a generator leases. Immutable.
 *
 * @param leastBlock ids in the smallest block, which is also the first one
 * @param greatestBlock ids in the greatest block; a crash loses two of them at most
 * @param waitAtMost how long a call waits when the reserve is used up and the store is away, before
 *     it throws {@link LeaseTimeoutException}; above 0. Below the time-outs of the transaction that
 *     the caller is in
 */
public record LeaseSettings(int leastBlock, int greatestBlock, Duration waitAtMost) {

  /**
   * Blocks of 1,000 to 1,000,000 ids, five seconds: what a generator does unless told otherwise.
   */
  public static final LeaseSettings DEFAULT =
      new LeaseSettings(1_000, IdGenerator.MAX_BLOCK_SIZE, Duration.ofSeconds(5));

  /**
   * @throws IllegalArgumentException if a size is not 1 to {@link IdGenerator#MAX_BLOCK_SIZE}, the
   *     least is above the greatest, or the time is not above 0
   */
  public LeaseSettings {
    IdGenerator.checkCount(leastBlock);
    IdGenerator.checkCount(greatestBlock);
    if (leastBlock > greatestBlock) {
      throw new IllegalArgumentException(
          "the smallest block, %d, is greater than the greatest, %d"
              .formatted(leastBlock, greatestBlock));
    }
    if (waitAtMost.isNegative() || waitAtMost.isZero()) {
      throw new IllegalArgumentException("waiting at most " + waitAtMost + " is not waiting");
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
