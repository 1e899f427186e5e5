package dev.meridian.demo.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Spreads calls over time, in steps of 50 ms: what is due in a step goes out together, so that
 * producers can batch it. A caller that fell behind catches up for at most a second, so that a
 * stall isn't followed by a flood. For one thread.
 */
final class Pace {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final long eachNanos;
  private long nextNanos = System.nanoTime();

  /**
   * @param perSecond calls per second; 0: as fast as they come
   */
  Pace(int perSecond) {
    eachNanos = perSecond == 0 ? 0 : SECOND_NANOS / perSecond;
  }

  /** Blocks until it is this call's turn, or the thread is interrupted. */
  void await() {
    long now = System.nanoTime();
    nextNanos = Math.max(nextNanos + eachNanos, now - SECOND_NANOS);
    if (nextNanos - now < STEP_NANOS) {
      return;
    }
    while (nextNanos - System.nanoTime() > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(nextNanos - System.nanoTime());
    }
  }
}
