package dev.meridian.id;

import java.util.function.LongSupplier;

/**
 * How many ids the next block gets: as many as were lately used in {@link #LASTS_NANOS}, within
 * bounds. Not thread-safe.
 *
 * <p>The elapsed time of {@link System#nanoTime} is the only time that id-generator looks at, and
 * here is the only place. A wrong one makes blocks too small or too great, never an id.
 */
final class BlockSize {

  /** A block shall last ten seconds; the next one is asked for when half of them have passed. */
  static final long LASTS_NANOS = 10_000_000_000L;

  /**
   * From one block to the next, at most this much greater, so that a burst isn't believed at once.
   */
  static final int GROWTH_AT_MOST = 8;

  /** From one block to the next, at most this much smaller. */
  static final int SHRINKAGE_AT_MOST = 2;

  private final int least;
  private final int greatest;
  private final LongSupplier nanoTime;
  private int size;
  private long since;
  private boolean first = true;

  BlockSize(int least, int greatest) {
    this(least, greatest, System::nanoTime);
  }

  BlockSize(int least, int greatest, LongSupplier nanoTime) {
    this.least = least;
    this.greatest = greatest;
    this.nanoTime = nanoTime;
    this.size = least;
  }

  /** The size to lease now; called once per block, when the last one is used to the mark. */
  int next() {
    long now = nanoTime.getAsLong();
    if (!first) {
      size = adapted(Math.max(1, now - since));
    }
    first = false;
    since = now;
    return size;
  }

  private int adapted(long elapsedNanos) {
    double wanted = (double) size / elapsedNanos * LASTS_NANOS;
    double bounded =
        Math.min(Math.max(wanted, size * 1.0 / SHRINKAGE_AT_MOST), size * 1.0 * GROWTH_AT_MOST);
    return (int) Math.min(Math.max(bounded, least), greatest);
  }
}
