package dev.meridian.id;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;
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
 * it tries again after a pause that doubles from {@value #FIRST_PAUSE_MILLIS} ms to {@value
 * #LONGEST_PAUSE_MILLIS} ms, for as long as a caller waits and {@value #TRIES_AHEAD} times at most
 * if none does. A refusal is passed on to those who wait.
 *
 * <p>Why ids still rise over all threads: whoever waits has found the last block used up, a block
 * that didn't hold the next waiting caller's range is given up before a later one serves anybody,
 * and ranges are taken from a block before others see it.
 */
final class BlockSupply {

  static final int TRIES_AHEAD = 6;
  static final int FIRST_PAUSE_MILLIS = 20;
  static final int LONGEST_PAUSE_MILLIS = 1_000;
  private static final int DOUBLINGS_AT_MOST = 10;

  /** What {@link #await} answers if there is a next block: nothing was taken from it. */
  static final long LOOK_AGAIN = BlockStore.NOTHING;

  private static final long IDLE_THREAD_SECONDS = 10;
  private static final int UNKNOWN = 0;

  private final IdKind kind;
  private final Region region;
  private final BlockStore store;
  private final BlockSize sizes;
  private final long waitAtMostNanos;
  private final ThreadPoolExecutor thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private final Deque<Demand> demands = new ArrayDeque<>();
  private Cursor last;
  private int usualSize = UNKNOWN;
  private boolean leasing;
  private boolean closed;
  private @Nullable LeaseException lastFailure;

  BlockSupply(
      IdKind kind,
      Region region,
      BlockStore store,
      BlockSize sizes,
      long waitAtMostNanos,
      Cursor first) {
    this.kind = kind;
    this.region = region;
    this.store = store;
    this.sizes = sizes;
    this.waitAtMostNanos = waitAtMostNanos;
    this.last = first;
    this.thread = thread("ids-" + kind + "-" + region);
  }

  private static ThreadPoolExecutor thread(String name) {
    ThreadPoolExecutor executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread daemon = new Thread(work, name);
              daemon.setDaemon(true);
              return daemon;
            });
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /** Leases the block after this one, unless that is done or being done. Doesn't block. */
  void leaseAhead(Cursor current) {
    lock.lock();
    try {
      if (current == last && !closed) {
        startLeasing();
      }
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
      refuseAll(closedException());
      closing.signalAll();
      thread.shutdown();
    } finally {
      lock.unlock();
    }
  }

  private void startLeasing() {
    if (!leasing) {
      // throws if no thread can be started; then the next one who needs a block tries again
      thread.execute(this::leaseWhileNeeded);
      leasing = true;
    }
  }

  private void leaseWhileNeeded() {
    int failures = 0;
    boolean needed = true;
    while (needed) {
      try {
        needed = append(lease());
        failures = 0;
      } catch (LeaseRefusedException refused) {
        needed = stop(refused);
      } catch (LeaseException failure) {
        needed = pause(failure, failures++);
      } catch (Throwable broken) { // stores in other languages throw checked ones, too
        needed = stop(broken);
      }
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

  /** Whether to try again; waits before. */
  private boolean pause(LeaseException failure, int failuresBefore) {
    lock.lock();
    try {
      lastFailure = failure;
      leasing = failuresBefore + 1 < TRIES_AHEAD || !demands.isEmpty();
      long left = leasing ? pauseNanos(failuresBefore) : 0;
      while (left > 0 && !closed) {
        left = closing.awaitNanos(left);
      }
      leasing &= !closed;
      return leasing;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      leasing = false;
      return false;
    } finally {
      lock.unlock();
    }
  }

  private static long pauseNanos(int failuresBefore) {
    long millis = (long) FIRST_PAUSE_MILLIS << Math.min(failuresBefore, DOUBLINGS_AT_MOST);
    return TimeUnit.MILLISECONDS.toNanos(Math.min(millis, LONGEST_PAUSE_MILLIS));
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

  private void refuseAll(Throwable why) {
    demands.forEach(demand -> demand.refuse(why));
    demands.clear();
  }
}
