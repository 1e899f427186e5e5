package dev.meridian.stack;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Waits for what only a look can tell, such as a server that answers: bounded, one look every 20
 * ms.
 */
final class Await {

  private static final long LOOK_EVERY_MILLIS = 20;

  private Await() {}

  /**
   * Blocks until {@code condition} is true. What it throws counts as "not yet".
   *
   * @throws StackException when {@code limit} is over; its cause is the last look's exception
   */
  static void until(String what, Duration limit, Callable<Boolean> condition) {
    long deadlineNanos = System.nanoTime() + limit.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    Exception last = null;
    while (System.nanoTime() - deadlineNanos < 0) {
      try {
        if (condition.call()) {
          return;
        }
        last = null;
      } catch (InterruptedException e) {
        throw StackException.interrupted(what, e);
      } catch (Exception e) {
        last = e;
      }
      pause(what, never);
    }
    throw timedOut(what, limit, last);
  }

  private static void pause(String what, CountDownLatch never) {
    try {
      if (never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("nobody counts this latch down");
      }
    } catch (InterruptedException e) {
      throw StackException.interrupted(what, e);
    }
  }

  private static StackException timedOut(String what, Duration limit, @Nullable Exception last) {
    String message = "waited " + limit.toMillis() + " ms in vain for " + what;
    return last == null
        ? new StackException(message)
        : new StackException(message + ": " + last, last);
  }
}
