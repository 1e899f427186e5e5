package dev.meridian.dedup;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A thread that writes marks while its consumer goes on with the next batch. They are handed to
 * Redis a moment after their commit, so that the next batch's look-up, on which its consumer waits,
 * doesn't queue behind them. At most {@value #BATCHES_WAITING} batches wait; when Redis is slower
 * than that, a consumer writes its own. A daemon thread: marks that die with the process are
 * answered by warm. Thread-safe.
 */
public final class MarkThread implements Executor, AutoCloseable {
  private static final int BATCHES_WAITING = 32;
  private static final Duration AFTER = Duration.ofMillis(5);
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final CountDownLatch closing = new CountDownLatch(1);
  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new ArrayBlockingQueue<>(BATCHES_WAITING),
          MarkThread::daemon,
          MarkThread::byTheCaller);

  /** Begins with the first batch, and ends when nothing comes for a while. */
  public MarkThread() {
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "dedup-marks");
    thread.setDaemon(true);
    return thread;
  }

  private static void byTheCaller(Runnable work, ThreadPoolExecutor thread) {
    if (!thread.isShutdown() && work instanceof Later later) {
      later.work().run();
    }
  }

  /** Work that isn't to be begun before its time, unless the thread is closing. */
  private record Later(Runnable work, long dueNanos, CountDownLatch closing) implements Runnable {
    @Override
    public void run() {
      try {
        boolean unused = closing.await(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        work.run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns at once, or does the work itself where too many wait. */
  @Override
  public void execute(Runnable work) {
    thread.execute(new Later(work, System.nanoTime() + AFTER.toNanos(), closing));
  }

  /** Lets those that wait be written at once, without waiting for it; later ones are dropped. */
  @Override
  public void close() {
    thread.shutdown();
    closing.countDown();
  }
}
