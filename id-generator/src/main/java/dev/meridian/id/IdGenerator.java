package dev.meridian.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Hands out the ids of one kind in one region: unique over all processes, rising within this one
 * over all its threads, without a clock.
 *
 * <p>Guarantees:
 *
 * <ul>
 *   <li>an id is handed out at most once, ever: a block is leased durably before its first id
 *       leaves, and what is left of it at {@link #close}, after a crash or before a range that
 *       doesn't fit is lost, never reused;
 *   <li>of two calls, one begun after the other returned, the later gets the greater id, whatever
 *       the threads;
 *   <li>within a block a call is one atomic addition: lock-free, and {@link #next()} allocates
 *       nothing.
 * </ul>
 *
 * <p>Blocks: when half of one is used, a thread of the generator leases the next. It is as great as
 * what was used in ten seconds lately, within the bounds of {@link LeaseSettings}. So at a steady
 * rate, up to a tenth of the greatest block a second, nobody waits for the store, not even while it
 * is away for up to five seconds. While it is away the generator goes on trying, after 20 ms,
 * doubling to a second.
 *
 * <p>If the store is away for longer than the reserve lasts, calls wait, in their order, each for
 * {@link LeaseSettings#waitAtMost}, and then throw {@link LeaseTimeoutException}. If the store
 * refuses until a person has decided, calls that find the reserve used up throw {@link
 * LeaseRefusedException} at once. A waiting thread that is interrupted throws {@link
 * LeaseException} with its interrupt status set. Thread-safe.
 *
 * <p>What a person should hear of before the reserve is used up goes to the {@link System.Logger}
 * of this class's name: that the store is away (a warning, once), that it refuses (an error, once),
 * and that it is back.
 *
 * <p>A lease never runs on the caller's thread, hence never in the caller's transaction. But don't
 * hold the last connection of the pool that the store leases with while you draw ids: draw them
 * before the transaction, or give the store a data source of its own.
 */
public final class IdGenerator implements AutoCloseable {

  /** Most ids in one range. */
  public static final int MAX_RANGE = 1_000_000;

  private static final VarHandle CURRENT;

  static {
    try {
      CURRENT = MethodHandles.lookup().findVarHandle(IdGenerator.class, "current", Cursor.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final IdKind kind;
  private final Region region;
  private final BlockSupply supply;
  private volatile Cursor current;

  /** A generator with {@link LeaseSettings#DEFAULT}; leases nothing before an id is drawn. */
  public IdGenerator(IdKind kind, Region region, BlockStore store) {
    this(kind, region, store, LeaseSettings.DEFAULT);
  }

  /** A generator with settings of its own; leases nothing before an id is drawn. */
  public IdGenerator(IdKind kind, Region region, BlockStore store, LeaseSettings settings) {
    this(kind, region, BlockSupply.of(kind, region, store, settings));
  }

  IdGenerator(IdKind kind, Region region, BlockSupply supply) {
    this.kind = kind;
    this.region = region;
    this.supply = supply;
    this.current = supply.first();
  }

  /**
   * The next id's 64 bits, without allocating.
   *
   * @throws LeaseException if a new block was needed and could not be had
   * @throws IllegalStateException if the generator is closed, or the store threw what it may not
   */
  public long next() {
    Cursor block = current;
    long place = block.takeOne();
    if (place >= block.size()) {
      return takeFromLater(block, 1);
    }
    if (place == block.mark()) {
      supply.leaseAhead(block);
    }
    return block.valueAt(place);
  }

  /** The next id; otherwise like {@link #next()}. */
  public RegionId nextId() {
    return new RegionId(kind, region, next());
  }

  /**
   * The next {@code count} ids, consecutive and of one block; if the current block has fewer left,
   * its rest is lost.
   *
   * @param count 1 to {@link #MAX_RANGE}
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

  /** Gives up what is left of the block and of the reserve; waiting calls throw. Doesn't block. */
  @Override
  public void close() {
    supply.close();
    current = Cursor.empty();
  }

  /** The first of this many consecutive ones; like {@link #next(int)} without an object. */
  long take(int count) {
    Cursor block = current;
    long value = takeFrom(block, count);
    return value != Cursor.USED_UP ? value : takeFromLater(block, count);
  }

  /** Each round leaves a used-up block behind. */
  private long takeFromLater(Cursor usedUp, int count) {
    Cursor block = usedUp;
    while (true) {
      Cursor following = block.next();
      if (following == null) {
        long value = supply.await(block, count);
        if (value != BlockSupply.LOOK_AGAIN) {
          return value;
        }
        following = block.next();
      }
      CURRENT.compareAndSet(this, block, following);
      block = current;
      long value = takeFrom(block, count);
      if (value != Cursor.USED_UP) {
        return value;
      }
    }
  }

  private long takeFrom(Cursor block, int count) {
    long place = block.take(count);
    if (block.isUsedUpAfter(place + count)) {
      return Cursor.USED_UP;
    }
    if (block.passesTheMark(place, place + count)) {
      supply.leaseAhead(block);
    }
    return block.valueAt(place);
  }

  static int checkCount(int count) {
    if (count < 1 || count > MAX_RANGE) {
      throw new IllegalArgumentException(count + " ids at once are not 1 to " + MAX_RANGE);
    }
    return count;
  }
}
