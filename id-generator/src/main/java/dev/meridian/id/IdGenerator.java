package dev.meridian.id;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands out the ids of one kind in one region: unique over all processes, rising within this one,
 * without a clock.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>an id is handed out at most once, ever: a block is leased durably before its first id
 *       leaves, and what is left of it at {@link #close}, after a crash or before a range that
 *       doesn't fit is lost, never reused;
 *   <li>of two calls, one begun after the other returned, the later gets the greater id, whatever
 *       the threads;
 *   <li>within a block a call is one atomic addition and allocates nothing ({@link #next()}).
 * </ul>
 *
 * <p>Blocks: only the call that finds its block used up leases the next one, and those that come
 * meanwhile wait for it. If the store fails, each of these calls tries once and throws {@link
 * LeaseException}; a later call tries again. A waiting thread that is interrupted stops waiting and
 * throws, with its interrupt status set. Thread-safe.
 *
 * <p>Don't wait for a lease while holding the last connection of the pool that the store leases
 * with: draw ids before the transaction, or give the store a data source of its own.
 */
public final class IdGenerator implements AutoCloseable {

  /** Ids leased at once unless said otherwise: one short database transaction per thousand ids. */
  public static final int DEFAULT_BLOCK_SIZE = 1_000;

  /** Most ids in one block or range. */
  public static final int MAX_BLOCK_SIZE = 1_000_000;

  private final IdKind kind;
  private final Region region;
  private final BlockStore store;
  private final int blockSize;
  private final ReentrantLock leasing = new ReentrantLock();
  private volatile Cursor cursor = Cursor.EMPTY;
  private volatile boolean closed;

  /** A generator with {@link #DEFAULT_BLOCK_SIZE}; leases nothing before the first id is drawn. */
  public IdGenerator(IdKind kind, Region region, BlockStore store) {
    this(kind, region, store, DEFAULT_BLOCK_SIZE);
  }

  /**
   * A generator with a block size of its own; leases nothing before the first id is drawn.
   *
   * @param blockSize ids per lease, 1 to {@link #MAX_BLOCK_SIZE}: what a crash loses at most,
   *     against how often a caller waits for the store
   */
  public IdGenerator(IdKind kind, Region region, BlockStore store, int blockSize) {
    this.kind = kind;
    this.region = region;
    this.store = store;
    this.blockSize = checkCount(blockSize);
  }

  /**
   * The next id's 64 bits, without allocating.
   *
   * @throws LeaseException if a new block was needed and could not be had
   * @throws IllegalStateException if the generator is closed
   */
  public long next() {
    return take(1);
  }

  /** The next id; otherwise like {@link #next()}. */
  public RegionId nextId() {
    return RegionId.of(kind, region, take(1));
  }

  /**
   * The next {@code count} ids, consecutive and of one block; if the current block has fewer left,
   * its rest is lost.
   *
   * @param count 1 to {@link #MAX_BLOCK_SIZE}
   * @throws LeaseException if a new block was needed and could not be had
   * @throws IllegalStateException if the generator is closed
   */
  public IdRange next(int count) {
    return new IdRange(kind, region, take(checkCount(count)), count);
  }

  /** What the ids name. */
  public IdKind kind() {
    return kind;
  }

  /** The region that gives them out. */
  public Region region() {
    return region;
  }

  /** Gives up what is left of the block. Doesn't block. */
  @Override
  public void close() {
    closed = true;
    cursor = Cursor.EMPTY;
  }

  private long take(int count) {
    long value = cursor.take(count);
    return value != Cursor.USED_UP ? value : leaseAndTake(count);
  }

  private long leaseAndTake(int count) {
    lockInterruptibly();
    try {
      if (closed) {
        throw new IllegalStateException("the generator of " + kind + " ids is closed");
      }
      Cursor current = cursor;
      long value = current.take(count);
      return value != Cursor.USED_UP ? value : takeFromNewBlock(current, count);
    } finally {
      leasing.unlock();
    }
  }

  private long takeFromNewBlock(Cursor last, int count) {
    Cursor fresh = new Cursor(lease(last.lastValue, Math.max(blockSize, count)));
    long value = fresh.take(count);
    cursor = fresh;
    if (closed) { // closed meanwhile: close() may have run before the line above
      cursor = Cursor.EMPTY;
    }
    return value;
  }

  private Block lease(long above, int size) {
    Block block = store.lease(kind, region, size, above);
    if (block.firstValue() <= above || !block.region().equals(region) || block.size() < size) {
      throw new IllegalStateException(
          "the store broke its contract: asked for %d %s ids of %s above %d, it leased %s"
              .formatted(size, kind, region, above, block));
    }
    return block;
  }

  private void lockInterruptibly() {
    try {
      leasing.lockInterruptibly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LeaseException("interrupted while waiting for a block of " + kind + " ids", e);
    }
  }

  private static int checkCount(int count) {
    if (count < 1 || count > MAX_BLOCK_SIZE) {
      throw new IllegalArgumentException(count + " ids at once are not 1 to " + MAX_BLOCK_SIZE);
    }
    return count;
  }

  /**
   * A block and how much of it is taken. Counts from zero, so that calls which find it used up and
   * count on can't overflow into another region's numbers.
   */
  private static final class Cursor {

    static final long USED_UP = -1;
    static final Cursor EMPTY = new Cursor(0, 0, BlockStore.NOTHING);

    private final long firstValue;
    private final int size;
    private final long lastValue;
    private final AtomicLong taken = new AtomicLong();

    Cursor(Block block) {
      this(block.firstValue(), block.size(), block.lastValue());
    }

    private Cursor(long firstValue, int size, long lastValue) {
      this.firstValue = firstValue;
      this.size = size;
      this.lastValue = lastValue;
    }

    long take(int count) {
      long offset = taken.getAndAdd(count);
      return offset + count <= size ? firstValue + offset : USED_UP;
    }
  }
}
