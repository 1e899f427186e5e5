package dev.meridian.demo.load;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** One idempotent producer per region, to the region's own Kafka. Thread-safe. */
public final class Producers implements AutoCloseable {
  /** A broker that is killed and started again within this time loses nothing. */
  private static final int DELIVERY_LIMIT_MILLIS = 120_000;

  private static final int LINGER_MILLIS = 5;
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

  private final Map<String, KafkaProducer<String, byte[]>> byRegion = new HashMap<>();

  public Producers(Collection<RegionAddress> addresses) {
    addresses.forEach(each -> byRegion.put(each.region(), producer(each.kafka())));
  }

  /** Sends in the order of calls; blocks only while the producer's buffer is full. */
  void send(String region, ProducerRecord<String, byte[]> record, Callback whenAcknowledged) {
    KafkaProducer<String, byte[]> producer = byRegion.get(region);
    if (producer == null) {
      throw new LoadException("no Kafka's address was given for region " + region, null);
    }
    var unused = producer.send(record, whenAcknowledged);
  }

  /** Waits until everything sent so far is acknowledged or given up. */
  void flush() {
    byRegion.values().forEach(KafkaProducer::flush);
  }

  @Override
  public void close() {
    byRegion.values().forEach(producer -> producer.close(CLOSE_LIMIT));
  }

  static KafkaProducer<String, byte[]> producer(String bootstrap) {
    return new KafkaProducer<>(
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            true,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            DELIVERY_LIMIT_MILLIS,
            ProducerConfig.LINGER_MS_CONFIG,
            LINGER_MILLIS),
        new StringSerializer(),
        new ByteArraySerializer());
  }
}
