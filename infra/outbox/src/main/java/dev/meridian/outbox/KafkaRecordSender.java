package dev.meridian.outbox;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Sends to Kafka, idempotent and acknowledged by all in-sync replicas; an attempt ends within
 * {@link #DELIVERY} whatever happens.
 *
 * <p>{@code KafkaProducer.send} blocks while it doesn't know a topic. So a topic that this sender
 * has not yet seen is looked up on a thread of its own, and a missing one holds up nobody else.
 * Thread-safe. Source: KIP-91 (delivery time-out), KIP-98.
 */
public final class KafkaRecordSender implements RecordSender, AutoCloseable {
  /** An attempt ends after this time: longer than a broker's restart. */
  public static final Duration DELIVERY = Duration.ofSeconds(30);

  private static final Duration REQUEST = Duration.ofSeconds(10);
  private static final Duration BLOCK_AT_MOST = Duration.ofSeconds(5);
  private static final Duration CLOSE_AT_MOST = Duration.ofSeconds(5);

  /** Above the clients' default of 1 MB: a dead-letter copy is bigger than its original. */
  private static final int REQUEST_BYTES_AT_MOST = 4 << 20;

  private static final int LOOK_UP_THREADS = 4;

  private final Producer<byte[], byte[]> producer;
  private final Set<String> seenTopics = ConcurrentHashMap.newKeySet();
  private final ExecutorService lookUps =
      Executors.newFixedThreadPool(
          LOOK_UP_THREADS,
          work -> {
            Thread thread = new Thread(work, "outbox-topic-look-up");
            thread.setDaemon(true);
            return thread;
          });

  /**
   * @param settings bootstrap servers, security, and whatever should differ from what is set here;
   *     acknowledgement and idempotence can't be changed
   */
  public KafkaRecordSender(Map<String, ?> settings) {
    this.producer =
        new KafkaProducer<>(
            producerSettings(settings), new ByteArraySerializer(), new ByteArraySerializer());
  }

  static Map<String, Object> producerSettings(Map<String, ?> settings) {
    Map<String, Object> all = new HashMap<>();
    all.put(ProducerConfig.CLIENT_ID_CONFIG, "outbox-relay");
    all.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY.toMillis());
    all.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST.toMillis());
    all.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, BLOCK_AT_MOST.toMillis());
    all.put(ProducerConfig.METADATA_MAX_IDLE_CONFIG, Duration.ofDays(1).toMillis());
    all.put(ProducerConfig.LINGER_MS_CONFIG, 1);
    all.put(ProducerConfig.BATCH_SIZE_CONFIG, 64 * 1024);
    all.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, REQUEST_BYTES_AT_MOST);
    all.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, "lz4");
    all.put(ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000L);
    all.putAll(settings);
    all.put(ProducerConfig.ACKS_CONFIG, "all");
    all.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
    return all;
  }

  @Override
  public CompletableFuture<Void> send(OutboxRecord record) {
    if (seenTopics.contains(record.topic())) {
      return hand(record);
    }
    try {
      return CompletableFuture.runAsync(() -> producer.partitionsFor(record.topic()), lookUps)
          .thenCompose(
              known -> {
                seenTopics.add(record.topic());
                return hand(record);
              });
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(told(record, e));
    }
  }

  private CompletableFuture<Void> hand(OutboxRecord record) {
    CompletableFuture<Void> sent = new CompletableFuture<>();
    ProducerRecord<byte[], byte[]> out =
        new ProducerRecord<>(record.topic(), null, record.key(), record.payload());
    record.headers().forEach(header -> out.headers().add(header.name(), header.value()));
    try {
      Future<RecordMetadata> unused =
          producer.send(
              out,
              (metadata, failure) -> {
                if (failure == null) {
                  sent.complete(null);
                } else {
                  sent.completeExceptionally(told(record, failure));
                }
              });
    } catch (RuntimeException e) {
      sent.completeExceptionally(told(record, e));
    }
    return sent;
  }

  private RuntimeException told(OutboxRecord record, Exception failure) {
    if (failure instanceof RecordTooLargeException || failure instanceof InvalidRecordException) {
      return new RecordRefusedException("Kafka refuses " + record, failure);
    }
    seenTopics.remove(record.topic());
    return new CompletionException("Kafka did not acknowledge " + record, failure);
  }

  /** Waits some seconds for what is on its way; the rest fails. */
  @Override
  public void close() {
    lookUps.shutdownNow();
    producer.close(CLOSE_AT_MOST);
  }
}
