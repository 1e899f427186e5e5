package dev.meridian.ledger.kafka;

import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Delivery;
import dev.meridian.ledger.health.ChannelState;
import dev.meridian.ledger.health.Meters;
import dev.meridian.outbox.Relay;
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
 * The way in: batches of raw records, one after the other, on a worker thread. A batch is
 * acknowledged when this returns, and it returns when everything is committed; until then it is
 * tried again and the channel waits.
 */
@ApplicationScoped
public class CommandChannel {
  private final BatchProcessor<Received, List<Delivery>> processor;
  private final Relay relay;
  private final Meters meters;
  private final ChannelState state;
  private final Semaphore inHand = new Semaphore(1);

  CommandChannel(
      BatchProcessor<Received, List<Delivery>> processor,
      Relay relay,
      Meters meters,
      ChannelState state) {
    this.processor = processor;
    this.relay = relay;
    this.meters = meters;
    this.state = state;
  }

  @Incoming("commands")
  @Blocking
  void receive(ConsumerRecords<byte[], byte[]> records) throws InterruptedException {
    List<Received> batch = new ArrayList<>(records.count());
    for (ConsumerRecord<byte[], byte[]> each : records) {
      batch.add(Received.of(each));
    }
    inHand.acquire();
    try {
      List<List<Delivery>> parts = processor.process(batch);
      relay.wake();
      parts.forEach(meters::committed);
    } catch (InterruptedException | RuntimeException | Error e) {
      state.stopped(e);
      throw e;
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
