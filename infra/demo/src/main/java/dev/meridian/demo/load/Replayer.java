package dev.meridian.demo.load;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/**
 * Publishes the last records of a topic again, unchanged and in order per partition, as a failback
 * of mirrored topics does. What comes while it reads is left alone. Blocks; for one thread.
 */
public final class Replayer {
  private static final Duration POLL = Duration.ofMillis(500);

  /** So many polls without a record, while some are still to come, end it with an error. */
  private static final int MOST_EMPTY_POLLS = 40;

  private final String bootstrap;

  public Replayer(String bootstrap) {
    this.bootstrap = bootstrap;
  }

  /**
   * Reads, then publishes.
   *
   * @param since records from this time on, by the broker's timestamps
   * @param most ends after about so many records
   * @return what was published again, and acknowledged
   * @throws LoadException if Kafka doesn't answer
   */
  public List<ProducerRecord<String, byte[]>> replay(String topic, Instant since, int most) {
    List<ProducerRecord<String, byte[]>> records = read(topic, since, most);
    publish(records);
    return records;
  }

  private List<ProducerRecord<String, byte[]>> read(String topic, Instant since, int most) {
    List<ProducerRecord<String, byte[]>> read = new ArrayList<>();
    try (KafkaConsumer<String, byte[]> consumer = consumer()) {
      Map<TopicPartition, Long> left = seek(consumer, topic, since);
      int emptyPolls = 0;
      while (read.size() < most && isBehind(consumer, left)) {
        int before = read.size();
        consumer.poll(POLL).forEach(record -> addIfOld(read, record, left));
        emptyPolls = read.size() == before ? emptyPolls + 1 : 0;
        if (emptyPolls > MOST_EMPTY_POLLS) {
          throw new LoadException(
              "Kafka at %s gives no more of %s".formatted(bootstrap, topic), null);
        }
      }
    }
    return read.subList(0, Math.min(most, read.size()));
  }

  /** Begins where {@code since} is, and says where to end: what is there now. */
  private static Map<TopicPartition, Long> seek(
      KafkaConsumer<String, byte[]> consumer, String topic, Instant since) {
    List<TopicPartition> partitions =
        consumer.partitionsFor(topic).stream()
            .map(info -> new TopicPartition(topic, info.partition()))
            .toList();
    consumer.assign(partitions);
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, since.toEpochMilli()));
    Map<TopicPartition, OffsetAndTimestamp> begin = consumer.offsetsForTimes(times);
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
    for (TopicPartition partition : partitions) {
      OffsetAndTimestamp first = begin.get(partition);
      consumer.seek(
          partition, first == null ? Objects.requireNonNull(ends.get(partition)) : first.offset());
    }
    return ends;
  }

  private static boolean isBehind(
      KafkaConsumer<String, byte[]> consumer, Map<TopicPartition, Long> ends) {
    return ends.entrySet().stream().anyMatch(e -> consumer.position(e.getKey()) < e.getValue());
  }

  private static void addIfOld(
      List<ProducerRecord<String, byte[]>> read,
      ConsumerRecord<String, byte[]> record,
      Map<TopicPartition, Long> ends) {
    Long end = ends.get(new TopicPartition(record.topic(), record.partition()));
    if (end != null && record.offset() < end) {
      read.add(
          new ProducerRecord<>(
              record.topic(), record.partition(), record.key(), record.value(), record.headers()));
    }
  }

  private void publish(List<ProducerRecord<String, byte[]>> records) {
    try (KafkaProducer<String, byte[]> producer = Producers.producer(bootstrap)) {
      List<Future<?>> sent = new ArrayList<>();
      records.forEach(record -> sent.add(producer.send(record)));
      producer.flush();
      for (Future<?> each : sent) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new LoadException("a record could not be replayed: " + e.getCause(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LoadException("interrupted while records were replayed", e);
    }
  }

  private KafkaConsumer<String, byte[]> consumer() {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }
}
