package dev.meridian.id;

/**
 * A run of sequences that belongs to one lease-holder for good. Immutable.
 *
 * @param region which region's ids
 * @param epoch 0 to 16,383
 * @param firstSequence the first sequence of the run
 * @param size how many sequences, at least 1
 */
public record Block(Region region, int epoch, long firstSequence, int size) {

  /**
   * @throws IllegalArgumentException if the run leaves the epoch's 2⁴¹ sequences
   */
  public Block {
    if (size < 1) {
      throw new IllegalArgumentException("a block of " + size + " ids is none");
    }
    IdLayout.compose(region.number(), epoch, firstSequence);
    IdLayout.compose(region.number(), epoch, firstSequence + size - 1);
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
