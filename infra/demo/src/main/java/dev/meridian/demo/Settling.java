package dev.meridian.demo;

import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.Left;
import dev.meridian.demo.watch.WatchException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits until a system has come to rest. */
final class Settling {
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  /** A record may be between two places at one look. */
  private static final int LOOKS_IN_A_ROW = 2;

  private Settling() {}

  /**
   * Blocks until nothing is left at several looks in a row, or the limit is over.
   *
   * @return what is left
   */
  static Left await(Backlog backlog, Duration limit) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    Left left = backlog.measure();
    int calm = 0;
    while (calm < LOOKS_IN_A_ROW
        && System.nanoTime() - deadlineNanos < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
      left = measured(backlog, left);
      calm = left.isNothing() ? calm + 1 : 0;
    }
    return left;
  }

  /** A server that doesn't answer right now is no reason to give up before the limit. */
  private static Left measured(Backlog backlog, Left before) {
    try {
      return backlog.measure();
    } catch (WatchException notNow) {
      return before;
    }
  }
}
