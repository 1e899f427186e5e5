package dev.meridian.id;

import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Consecutive ids of one block. Immutable.
 *
 * @param kind what they name
 * @param region who gave them out
 * @param firstValue the first one's 64 bits
 * @param count how many, at least 1; the last one is of the first one's epoch
 */
public record IdRange(IdKind kind, Region region, long firstValue, int count) {

  /**
   * @throws IllegalArgumentException if the count is below 1, the first isn't of the region, or the
   *     last isn't of the first one's epoch
   */
  public IdRange {
    if (count < 1) {
      throw new IllegalArgumentException("a range of " + count + " ids is none");
    }
    RegionId first = RegionId.of(kind, region, firstValue);
    if (count > IdLayout.SEQUENCES - first.sequence()) {
      throw new IllegalArgumentException(
          "a range of %d ids from %s leaves the epoch; it has %d sequences from there"
              .formatted(count, first, IdLayout.SEQUENCES - first.sequence()));
    }
  }

  /** The last one's 64 bits. */
  public long lastValue() {
    return firstValue + count - 1;
  }

  /**
   * The id at this place.
   *
   * @throws IndexOutOfBoundsException unless the index is 0 to count − 1
   */
  public RegionId get(int index) {
    return RegionId.of(kind, region, firstValue + Objects.checkIndex(index, count));
  }

  /** All of them, rising. */
  public Stream<RegionId> stream() {
    return IntStream.range(0, count).mapToObj(this::get);
  }
}
