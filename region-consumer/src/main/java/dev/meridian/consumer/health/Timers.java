package dev.meridian.consumer.health;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jboss.logging.Logger;

/**
 * Runs small recurring work on one daemon thread, each with a pause after its end. A round that
 * fails is logged and doesn't end the timer. Thread-safe.
 */
public final class Timers implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Timers.class);
  private static final long CLOSE_WITHIN_SECONDS = 5;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          work -> {
            Thread made = new Thread(work, "timers");
            made.setDaemon(true);
            return made;
          });

  /** One round of recurring work; may block for a short transaction. */
  @FunctionalInterface
  public interface Round {
    void run() throws Exception;
  }

  /** Starts a timer whose first round comes after the first pause. */
  public void every(Duration pause, String what, Round round) {
    ScheduledFuture<?> unused =
        thread.scheduleWithFixedDelay(
            () -> attempt(what, round), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Lets the round in hand end, for some seconds; nothing begins any more. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }

  private static void attempt(String what, Round round) {
    try {
      round.run();
    } catch (Exception e) {
      LOG.warnf("To %s failed, the next round tries again: %s", what, e);
    }
  }
}
