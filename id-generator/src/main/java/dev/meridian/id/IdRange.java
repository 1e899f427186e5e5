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
 * @param count how many, at least 1
 */
public record IdRange(IdKind kind, Region region, long firstValue, int count) {

  /**
   * @throws IllegalArgumentException if the count is below 1 or the first isn't of the region
   */
  public IdRange {
    if (count < 1) {
      throw new IllegalArgumentException("a range of " + count + " ids is none");
    }
    RegionId.of(kind, region, firstValue);
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
