package dev.meridian.consumer.kafka;

import dev.meridian.consumer.health.ChannelHealth;
import dev.meridian.consumer.health.Meters;
import dev.meridian.consumer.intake.Incoming;
import dev.meridian.consumer.intake.Report;
import dev.meridian.inbox.TopicWatch;
import io.quarkus.runtime.BlockingOperationControl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Brings one channel's batches to their commit, one at a time. When {@link #process} has returned,
 * everything is committed and may be acknowledged. Blocks for as long as the database is away.
 */
public final class ChannelBatches {
  private final String channel;
  private final Committing processor;
  private final Runnable afterCommit;
  private final TopicWatch watch;
  private final Meters meters;
  private final ChannelHealth health;
  private final Semaphore inHand = new Semaphore(1);

  /** Brings a batch to its commit, in as many transactions as it takes. */
  @FunctionalInterface
  public interface Committing {
    List<Report> process(List<Incoming> batch) throws InterruptedException;
  }

  /**
   * @param afterCommit wakes who sends what was decided; doesn't block
   * @param watch is shown each offset that is read
   */
  public ChannelBatches(
      String channel,
      Committing processor,
      Runnable afterCommit,
      TopicWatch watch,
      Meters meters,
      ChannelHealth health) {
    this.channel = channel;
    this.processor = processor;
    this.afterCommit = afterCommit;
    this.watch = watch;
    this.meters = meters;
    this.health = health;
  }

  void process(ConsumerRecords<byte[], byte[]> records) {
    if (!BlockingOperationControl.isBlockingAllowed()) {
      throw new IllegalStateException(channel + " batches must not run on an event loop");
    }
    try {
      inHand.acquire();
      try {
        records.forEach(each -> watch.read(each.topic(), each.partition(), each.offset()));
        committed(processor.process(IncomingRecords.of(records)));
      } finally {
        inHand.release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw stopped("it was stopped before the batch was committed", e);
    } catch (RuntimeException e) {
      throw stopped(String.valueOf(e), e);
    }
  }

  /**
   * Whether no batch is in hand any more; waits for it.
   *
   * @return false if the time was over first
   */
  public boolean idleWithin(Duration limit) throws InterruptedException {
    boolean idle = inHand.tryAcquire(limit.toMillis(), TimeUnit.MILLISECONDS);
    if (idle) {
      inHand.release();
    }
    return idle;
  }

  private void committed(List<Report> reports) {
    reports.forEach(report -> meters.committed(channel, report));
    afterCommit.run();
  }

  /** The connector stops the channel on this, so nothing is acknowledged and nothing is skipped. */
  private IllegalStateException stopped(String why, Exception cause) {
    health.stopped(channel, why);
    return new IllegalStateException(channel + ": " + why, cause);
  }
}
