package dev.meridian.demo.watch;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * The offsets of one region's Kafka: where topics end and how far groups have committed. Topics are
 * expected to begin at 0: a demo's run is shorter than their retention. Blocks; thread-safe.
 */
public final class Offsets implements AutoCloseable {
  private static final int ANSWER_LIMIT_MILLIS = 20_000;

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

  private final String region;
  private final Admin admin;
  private final Map<String, Integer> partitions = new HashMap<>();

  public Offsets(String region, String bootstrap) {
    this.region = region;
    this.admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                ANSWER_LIMIT_MILLIS,
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                ANSWER_LIMIT_MILLIS));
  }

  /** Where each partition of these topics ends. */
  public Map<TopicPartition, Long> ends(Collection<String> topics) {
    Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
    partitions(topics).forEach(partition -> latest.put(partition, OffsetSpec.latest()));
    Map<TopicPartition, Long> ends = new HashMap<>();
    answer(admin.listOffsets(latest).all())
        .forEach((partition, end) -> ends.put(partition, end.offset()));
    return ends;
  }

  /** How many records these topics hold. */
  public long records(Collection<String> topics) {
    return ends(topics).values().stream().mapToLong(Long::longValue).sum();
  }

  /** The next offset that the group has committed, by partition; absent where it has none. */
  public Map<TopicPartition, Long> committed(String group) {
    Map<TopicPartition, Long> committed = new HashMap<>();
    answer(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
        .forEach(
            (partition, offset) -> {
              if (offset != null) {
                committed.put(partition, offset.offset());
              }
            });
    return committed;
  }

  /** Records of these topics that the group has not acknowledged. */
  public long unacknowledged(String group, Collection<String> topics) {
    Map<TopicPartition, Long> committed = committed(group);
    return ends(topics).entrySet().stream()
        .mapToLong(end -> end.getValue() - committed.getOrDefault(end.getKey(), 0L))
        .sum();
  }

  @Override
  public void close() {
    admin.close(CLOSE_LIMIT);
  }

  private synchronized List<TopicPartition> partitions(Collection<String> topics) {
    List<String> unknown = topics.stream().filter(t -> !partitions.containsKey(t)).toList();
    if (!unknown.isEmpty()) {
      answer(admin.describeTopics(unknown).allTopicNames())
          .forEach((name, topic) -> partitions.put(name, topic.partitions().size()));
    }
    return topics.stream()
        .flatMap(
            topic ->
                IntStream.range(0, partitions.getOrDefault(topic, 0))
                    .mapToObj(i -> new TopicPartition(topic, i)))
        .collect(Collectors.toList());
  }

  private <T> T answer(KafkaFuture<T> future) {
    try {
      return future.get(ANSWER_LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new WatchException("Kafka of %s: %s".formatted(region, e.getCause()), e);
    } catch (TimeoutException e) {
      throw new WatchException("Kafka of " + region + " doesn't answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WatchException("interrupted while waiting for Kafka of " + region, e);
    }
  }
}
