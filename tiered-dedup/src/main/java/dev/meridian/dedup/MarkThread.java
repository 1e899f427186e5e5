package dev.meridian.dedup;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A thread that writes marks while its consumer goes on with the next batch. At most {@value
 * #BATCHES_WAITING} batches wait for it; when Redis is slower than that, a consumer writes its own.
 * A daemon thread: marks that die with the process are answered by warm. Thread-safe.
 */
public final class MarkThread implements Executor, AutoCloseable {
  private static final int BATCHES_WAITING = 4;
  private static final Duration IDLE = Duration.ofSeconds(30);

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          IDLE.toMillis(),
          TimeUnit.MILLISECONDS,
          new ArrayBlockingQueue<>(BATCHES_WAITING),
          MarkThread::daemon,
          new ThreadPoolExecutor.CallerRunsPolicy());

  /** Begins with the first batch, and ends when nothing comes for a while. */
  public MarkThread() {
    thread.allowCoreThreadTimeOut(true);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "dedup-marks");
    thread.setDaemon(true);
    return thread;
  }

  /** Returns at once, or does the work itself where too many wait. */
  @Override
  public void execute(Runnable work) {
    thread.execute(work);
  }

  /** Lets those that wait be written, without waiting for it; later ones are dropped. */
  @Override
  public void close() {
    thread.shutdown();
  }
}
