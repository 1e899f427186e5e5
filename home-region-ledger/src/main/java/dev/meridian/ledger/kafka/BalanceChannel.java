package dev.meridian.ledger.kafka;

import dev.meridian.inbox.BatchProcessor;
import dev.meridian.ledger.health.Meters;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * Where other homes' balances come in, batch by batch, on a worker thread of its own; acknowledged
 * when they are committed. It stands still while the database is away, and nothing else does.
 */
@ApplicationScoped
public class BalanceChannel {
  private final BatchProcessor<Received, BalanceCopyBatch.Taken> processor;
  private final Meters meters;
  private final Semaphore inHand = new Semaphore(1);

  BalanceChannel(BatchProcessor<Received, BalanceCopyBatch.Taken> processor, Meters meters) {
    this.processor = processor;
    this.meters = meters;
  }

  @Incoming("balances")
  @Blocking
  void receive(ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
    List<Received> batch = new ArrayList<>(records.count());
    for (ConsumerRecord<byte[], byte[]> each : records) {
      batch.add(Received.of(each));
    }
    inHand.acquire();
    try {
      for (BalanceCopyBatch.Taken taken : processor.process(batch)) {
        meters.copies(taken.kept(), taken.stale(), taken.refused());
      }
    } finally {
      inHand.release();
    }
  }

  /**
   * Waits for the batch in hand; from then on no other one begins.
   *
   * @return false if it took longer
   */
  boolean drain(Duration atMost) throws InterruptedException {
    return inHand.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
  }
}
