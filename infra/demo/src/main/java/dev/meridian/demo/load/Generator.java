package dev.meridian.demo.load;

import dev.meridian.demo.plan.Delivery;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Sends a plan's records in order, at a pace, and notes what was acknowledged. {@link #send} blocks
 * until the last one is; the counts may be read meanwhile by other threads.
 */
public final class Generator {

  /** Hears of each record right before it goes out. */
  public interface Listener {
    void sending(Delivery delivery);
  }

  private final Producers producers;
  private final RequestRecords records;
  private final SentJournal journal;
  private final AtomicInteger handedOver = new AtomicInteger();
  private final AtomicInteger unpaced = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  public Generator(Producers producers, RequestRecords records, SentJournal journal) {
    this.producers = producers;
    this.records = records;
    this.journal = journal;
  }

  /**
   * Sends them all.
   *
   * @param perSecond records per second over all regions; 0: as fast as they come
   * @throws LoadException if a record could not be delivered
   */
  public void send(List<Delivery> deliveries, int perSecond, Listener listener) {
    Pace pace = new Pace(perSecond);
    for (Delivery delivery : deliveries) {
      if (unpaced.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
        pace.await();
      }
      if (Thread.currentThread().isInterrupted()) {
        return;
      }
      listener.sending(delivery);
      send(delivery);
    }
    producers.flush();
    Exception failed = failure.get();
    if (failed != null) {
      throw new LoadException("a record could not be delivered: " + failed.getMessage(), failed);
    }
  }

  /** Sends the next records as fast as they come; returns at once. */
  public void burst(int count) {
    unpaced.set(count);
  }

  /** Records given to a producer so far. */
  public int handedOver() {
    return handedOver.get();
  }

  /** Records that Kafka has acknowledged so far. */
  public int acknowledged() {
    return acknowledged.get();
  }

  private void send(Delivery delivery) {
    ProducerRecord<String, byte[]> record = records.of(delivery);
    handedOver.incrementAndGet();
    producers.send(
        delivery.producedIn(),
        record,
        (metadata, failed) -> {
          if (failed == null) {
            journal.add(delivery.target(), record);
            acknowledged.incrementAndGet();
          } else {
            failure.compareAndSet(null, failed);
          }
        });
  }
}
