package dev.meridian.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A block and how much of it is taken; the next one hangs on it. Thread-safe and lock-free.
 *
 * <p>Counts from zero, so that calls which find it used up and count on can't overflow into another
 * region's numbers. The count is alone on its cache lines: threads that only read the block's
 * bounds must not wait for those that count.
 */
final class Cursor {

  /** What {@link #take} answers if the block has too few left. */
  static final long USED_UP = -1;

  /** Cache lines come in pairs of 64 bytes. */
  private static final int LONGS_PER_LINES = 128 / Long.BYTES;

  private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

  private final long firstValue;
  private final int size;
  private final int mark;
  private final long lastValue;
  private final long[] count = new long[2 * LONGS_PER_LINES + 1];
  private volatile @Nullable Cursor next;

  private Cursor(long firstValue, int size, long lastValue) {
    this.firstValue = firstValue;
    this.size = size;
    this.mark = size / 2;
    this.lastValue = lastValue;
  }

  static Cursor of(Block block) {
    return new Cursor(block.firstValue(), block.size(), block.lastValue());
  }

  /** Used up from the beginning. */
  static Cursor empty() {
    return new Cursor(0, 0, BlockStore.NOTHING);
  }

  /** Takes one; the place within the block, which is used up if that is {@link #size} or more. */
  long takeOne() {
    return (long) COUNT.getAndAdd(count, LONGS_PER_LINES, 1L);
  }

  /** Takes this many; the first one's place. If they don't fit, what was left is lost. */
  long take(int many) {
    return (long) COUNT.getAndAdd(count, LONGS_PER_LINES, (long) many);
  }

  boolean isUsedUpAfter(long place) {
    return place > size;
  }

  /** Loses what is left. */
  void giveUp() {
    take(size);
  }

  /** Whether the places from here to there are those with which half the block is used. */
  boolean passesTheMark(long from, long to) {
    return from <= mark && mark < to;
  }

  /** Whether half of it, or more, is used. */
  boolean isUsedToTheMark() {
    return (long) COUNT.getVolatile(count, LONGS_PER_LINES) > mark;
  }

  /** How many are not taken, at this moment. */
  long left() {
    return Math.max(0, size - (long) COUNT.getVolatile(count, LONGS_PER_LINES));
  }

  /** The place with which half the block is used. */
  int mark() {
    return mark;
  }

  int size() {
    return size;
  }

  long valueAt(long place) {
    return firstValue + place;
  }

  /** The last id's 64 bits, or {@link BlockStore#NOTHING}. */
  long lastValue() {
    return lastValue;
  }

  @Nullable Cursor next() {
    return next;
  }

  /** Hangs on the block that follows; once only. */
  void follow(Cursor block) {
    next = block;
  }
}
