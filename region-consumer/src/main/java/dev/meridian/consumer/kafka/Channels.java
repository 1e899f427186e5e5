package dev.meridian.consumer.kafka;

import io.smallrye.common.annotation.Identifier;
import io.smallrye.reactive.messaging.annotations.Blocking;
import jakarta.enterprise.context.ApplicationScoped;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/**
 * The channels' ends. Each method runs on a worker thread, a batch after the other; the batch is
 * acknowledged when it has returned.
 */
@ApplicationScoped
public class Channels {
  public static final String PAYMENTS = "payments";
  public static final String RESULTS = "results";

  private final ChannelBatches payments;
  private final ChannelBatches results;

  Channels(
      @Identifier(PAYMENTS) ChannelBatches payments, @Identifier(RESULTS) ChannelBatches results) {
    this.payments = payments;
    this.results = results;
  }

  @Incoming(PAYMENTS)
  @Blocking
  public void payments(ConsumerRecords<byte[], byte[]> records) {
    payments.process(records);
  }

  @Incoming(RESULTS)
  @Blocking
  public void results(ConsumerRecords<byte[], byte[]> records) {
    results.process(records);
  }
}
