package dev.meridian.consumer;

import dev.meridian.consumer.TestProducer.Payment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Payments of a test's own, one every few milliseconds, from its making until it is closed. */
final class SteadyPayments implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofMillis(4);

  private final AtomicBoolean over = new AtomicBoolean();
  private final CompletableFuture<List<Payment>> acknowledged;

  SteadyPayments(TestProducer producer) {
    this.acknowledged = CompletableFuture.supplyAsync(() -> send(producer));
  }

  private List<Payment> send(TestProducer producer) {
    List<Payment> sent = new ArrayList<>();
    List<Future<RecordMetadata>> answers = new ArrayList<>();
    while (!over.get()) {
      Payment payment = TestProducer.payment();
      answers.add(producer.handOver(payment));
      sent.add(payment);
      LockSupport.parkNanos(BETWEEN.toNanos());
    }
    for (Future<RecordMetadata> each : answers) {
      try {
        each.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("a payment wasn't sent", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
    return sent;
  }

  /** Sends no more; all that was sent, once Kafka has all of it. */
  List<Payment> acknowledged() throws Exception {
    close();
    return acknowledged.get();
  }

  @Override
  public void close() {
    over.set(true);
  }
}
