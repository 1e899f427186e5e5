package dev.meridian.id;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Leases the blocks of one generator on a thread of its own, ahead of need, and serves the callers
 * who come before the next one is there, in their order. Thread-safe.
 *
 * <p>One thread at a time leases; it ends when nothing was needed for a while. If the store fails
 * it tries again after a {@link Backoff}, until it has a block, whether somebody waits or not; a
 * caller who begins to wait alone ends the pause, and the next ones are short again. A refusal is
 * passed on to those who wait, and ends the trying until the next one needs a block.
 *
 * <p>Why ids still rise over all threads: whoever waits has found the last block used up, a block
 * that didn't hold the next waiting caller's range is given up before a later one serves anybody,
 * and ranges are taken from a block before others see it.
 */
final class BlockSupply {

  /** What {@link #await} answers if there is a next block: nothing was taken from it. */
  static final long LOOK_AGAIN = BlockStore.NOTHING;

  private static final long IDLE_THREAD_SECONDS = 10;
  private static final int UNKNOWN = 0;

  private final IdKind kind;
  private final Region region;
  private final BlockStore store;
  private final BlockSize sizes;
  private final long waitAtMostNanos;
  private final Backoff backoff;
  private final LeaseLog log;
  private final ThreadPoolExecutor thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition wake = lock.newCondition();
  private final Deque<Demand> demands = new ArrayDeque<>();
  private Cursor last = Cursor.empty();
  private int usualSize = UNKNOWN;
  private int failures;
  private boolean leasing;
  private boolean pausing;
  private boolean closed;
  private @Nullable LeaseException lastFailure;

  /** What a generator has unless a test says otherwise. */
  static BlockSupply of(IdKind kind, Region region, BlockStore store, LeaseSettings settings) {
    return new BlockSupply(
        Objects.requireNonNull(kind, "kind"),
        Objects.requireNonNull(region, "region"),
        Objects.requireNonNull(store, "store"),
        Objects.requireNonNull(settings, "settings"),
        Backoff.USUAL,
        Thread::new,
        System.getLogger(IdGenerator.class.getName()));
  }

  BlockSupply(
      IdKind kind,
      Region region,
      BlockStore store,
      LeaseSettings settings,
      Backoff backoff,
      ThreadFactory threads,
      System.Logger logger) {
    this.kind = kind;
    this.region = region;
    this.store = store;
    this.sizes = new BlockSize(settings.leastBlock(), settings.greatestBlock());
    this.waitAtMostNanos = settings.waitAtMost().toNanos();
    this.backoff = backoff;
    this.log = new LeaseLog(kind, region, logger);
    this.thread = thread("ids-" + kind + "-" + region, threads);
  }

  private static ThreadPoolExecutor thread(String name, ThreadFactory threads) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread daemon = threads.newThread(work);
              daemon.setName(name);
              daemon.setDaemon(true);
              return daemon;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** The block before the first one: used up. */
  Cursor first() {
    return last;
  }

  /**
   * Leases the block after this one, unless that is done or being done. Doesn't block, and throws
   * nothing: there are ids left, and whoever finds them used up tries again.
   */
  void leaseAhead(Cursor current) {
    lock.lock();
    try {
      if (current == last && !closed) {
        startLeasing();
      }
    } catch (LeaseException noThread) {
      log.failed(noThread, current.left());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for ids of the block after this one, which the caller found used up.
   *
   * @return the first one's 64 bits, or {@link #LOOK_AGAIN}
   */
  long await(Cursor usedUp, int count) {
    try {
      lock.lockInterruptibly();
      try {
        return usedUp.next() != null ? LOOK_AGAIN : awaitLocked(count);
      } finally {
        lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LeaseException("interrupted while waiting for a block of " + kind + " ids", e);
    }
  }

  private long awaitLocked(int count) throws InterruptedException {
    refuseIfClosed();
    Demand demand = new Demand(count, lock.newCondition());
    demands.add(demand);
    try {
      startLeasing();
      hurryFor(demand);
      if (!demand.isAnsweredWithin(waitAtMostNanos)) {
        throw waitedInVain();
      }
    } catch (InterruptedException e) {
      if (!demand.isAnswered()) {
        throw e;
      }
      Thread.currentThread().interrupt();
    } finally {
      demands.remove(demand);
    }
    return demand.answer();
  }

  private LeaseTimeoutException waitedInVain() {
    return new LeaseTimeoutException(
        "no block of %s ids for %s within %d ms: %s"
            .formatted(
                kind,
                region,
                TimeUnit.NANOSECONDS.toMillis(waitAtMostNanos),
                lastFailure == null
                    ? "the store has not answered yet"
                    : String.valueOf(lastFailure.getMessage())),
        lastFailure);
  }

  private void refuseIfClosed() {
    if (closed) {
      throw closedException();
    }
  }

  private IllegalStateException closedException() {
    return new IllegalStateException("the generator of " + kind + " ids is closed");
  }

  /** Refuses all who wait and all who come. Doesn't block; a lease under way is lost. */
  void close() {
    lock.lock();
    try {
      closed = true;
      pausing = false;
      refuseAll(closedException());
      wake.signal();
      thread.shutdown();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Unless it is under way.
   *
   * @throws LeaseException if no thread can be started
   */
  private void startLeasing() {
    if (leasing) {
      return;
    }
    try {
      thread.execute(this::leaseWhileNeeded);
      leasing = true;
    } catch (Throwable noThread) { // an OutOfMemoryError, where the system gives no more threads
      throw new LeaseException(
          "no thread could be started to lease %s ids for %s: %s"
              .formatted(kind, region, Quoted.firstLine(noThread)),
          noThread);
    }
  }

  /** Whoever is the first to wait shall not wait for a pause that began when nobody did. */
  private void hurryFor(Demand demand) {
    if (pausing && demands.peek() == demand) {
      failures = 0;
      pausing = false;
      wake.signal();
    }
  }

  private void leaseWhileNeeded() {
    boolean needed = true;
    while (needed) {
      try {
        needed = leaseOrPause();
      } catch (
          Throwable
              broken) { // while telling or waiting: the next one who needs a block begins anew
        needed = stop(broken);
      }
    }
  }

  /** Whether to go on. */
  private boolean leaseOrPause() {
    try {
      boolean needed = append(lease());
      log.worked();
      return needed;
    } catch (LeaseRefusedException refused) {
      log.refused(refused, left());
      return stop(refused);
    } catch (LeaseException failure) {
      log.failed(failure, left());
      return pause(failure);
    } catch (Throwable broken) { // stores in other languages throw checked ones, too
      log.refused(broken, left());
      return stop(
          new IllegalStateException(
              "the store of %s ids for %s failed: %s"
                  .formatted(kind, region, Quoted.firstLine(broken)),
              broken));
    }
  }

  private Block lease() {
    long above = last.lastValue(); // written by this thread alone
    int size = sizeNeeded();
    Block block = store.lease(kind, region, size, above);
    if (block.firstValue() <= above || !block.region().equals(region) || block.size() < size) {
      throw new IllegalStateException(
          "the store broke its contract: asked for %d %s ids of %s above %d, it leased %s"
              .formatted(size, kind, region, above, block));
    }
    return block;
  }

  private int sizeNeeded() {
    lock.lock();
    try {
      if (usualSize == UNKNOWN) {
        usualSize = sizes.next();
      }
      Demand longestWaiting = demands.peek();
      return longestWaiting == null ? usualSize : Math.max(usualSize, longestWaiting.count());
    } finally {
      lock.unlock();
    }
  }

  /** Serves those who wait from the new block, then lets all see it; whether one more is needed. */
  private boolean append(Block block) {
    Cursor fresh = Cursor.of(block);
    lock.lock();
    try {
      lastFailure = null;
      failures = 0;
      usualSize = UNKNOWN;
      if (!closed) {
        serveDemands(fresh);
        last.follow(fresh);
        last = fresh;
      }
      leasing = !closed && (!demands.isEmpty() || fresh.isUsedToTheMark());
      return leasing;
    } finally {
      lock.unlock();
    }
  }

  private void serveDemands(Cursor fresh) {
    if (!demands.isEmpty()) {
      last.giveUp();
    }
    while (!demands.isEmpty() && demands.element().takeFrom(fresh)) {
      demands.remove();
    }
  }

  /** Waits before the next try; false if there shall be none. */
  private boolean pause(LeaseException failure) {
    lock.lock();
    try {
      lastFailure = failure;
      failures++;
      pausing = !closed;
      awaitEndOfPause(backoff.nanosAfter(failures));
      pausing = false;
      leasing = !closed;
      return leasing;
    } finally {
      lock.unlock();
    }
  }

  private void awaitEndOfPause(long nanos) {
    try {
      long left = nanos;
      while (pausing && left > 0) {
        left = wake.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      pausing = false; // the thread is ours alone: nobody else needs to know
    }
  }

  private boolean stop(Throwable why) {
    lock.lock();
    try {
      refuseAll(why);
      leasing = false;
      return false;
    } finally {
      lock.unlock();
    }
  }

  private long left() {
    return last.left(); // written by this thread alone
  }

  private void refuseAll(Throwable why) {
    demands.forEach(demand -> demand.refuse(why));
    demands.clear();
  }
}
