package dev.meridian.id;

import java.util.Objects;

/**
 * A run of sequences that belongs to one lease-holder for good. Immutable.
 *
 * @param region which region's ids
 * @param epoch 0 to 16,383
 * @param firstSequence the first sequence of the run
 * @param size how many sequences, 1 to {@link #MAX_SIZE}
 */
public record Block(Region region, int epoch, long firstSequence, int size) {

  /** Most ids in one block: what ten million ids a second use in ten seconds. */
  public static final int MAX_SIZE = 100_000_000;

  /**
   * @throws IllegalArgumentException if the size or the epoch is out of range, or the run leaves
   *     the epoch's 2⁴¹ sequences
   */
  public Block {
    Objects.requireNonNull(region, "region");
    checkSize(size);
    IdLayout.compose(region.number(), epoch, firstSequence);
    IdLayout.compose(region.number(), epoch, firstSequence + size - 1);
  }

  static int checkSize(int size) {
    if (size < 1 || size > MAX_SIZE) {
      throw new IllegalArgumentException("a block of " + size + " ids is not 1 to " + MAX_SIZE);
    }
    return size;
  }

  /** The first id's 64 bits. */
  public long firstValue() {
    return IdLayout.compose(region.number(), epoch, firstSequence);
  }

  /** The last id's 64 bits. */
  public long lastValue() {
    return firstValue() + size - 1;
  }
}
