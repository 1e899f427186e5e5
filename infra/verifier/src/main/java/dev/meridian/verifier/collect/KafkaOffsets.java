package dev.meridian.verifier.collect;

import dev.meridian.messages.Topics;
import dev.meridian.verifier.digest.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a region's Kafka says of the topics that its services consume: where each partition begins
 * and ends, and what was committed. Blocks on Kafka, {@value #SECONDS} s at most per request.
 */
final class KafkaOffsets {
  static final String CONSUMER_GROUP = "region-consumer";
  static final String LEDGER_GROUP = "home-region-ledger";

  private static final int SECONDS = 30;

  private KafkaOffsets() {}

  static List<Row.Offsets> of(String region, String bootstrapServers)
      throws CollectException, InterruptedException {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) TimeUnit.SECONDS.toMillis(SECONDS));
    try (Admin admin = Admin.create(settings)) {
      List<Row.Offsets> rows = new ArrayList<>();
      rows.addAll(ofGroup(admin, CONSUMER_GROUP, Topics.payments(region), Topics.results(region)));
      rows.addAll(ofGroup(admin, LEDGER_GROUP, Topics.commands(region)));
      return rows;
    } catch (ExecutionException | TimeoutException e) {
      throw new CollectException(
          "Kafka of %s at %s doesn't answer: %s".formatted(region, bootstrapServers, e), e);
    }
  }

  private static List<Row.Offsets> ofGroup(Admin admin, String group, String... topics)
      throws ExecutionException, TimeoutException, InterruptedException {
    // Committed before the ends: a partition that moves on meanwhile shows lag, never less than
    // none.
    Map<TopicPartition, OffsetAndMetadata> committed =
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
    Map<TopicPartition, String> topicIds = partitions(admin, List.of(topics));
    Map<TopicPartition, Long> beginnings = offsets(admin, topicIds, OffsetSpec.earliest());
    Map<TopicPartition, Long> ends = offsets(admin, topicIds, OffsetSpec.latest());
    List<Row.Offsets> rows = new ArrayList<>();
    topicIds.forEach(
        (partition, topicId) ->
            rows.add(
                new Row.Offsets(
                    group,
                    partition.topic(),
                    partition.partition(),
                    topicId,
                    offset(committed.get(partition)),
                    beginnings.getOrDefault(partition, 0L),
                    ends.getOrDefault(partition, 0L))));
    return rows;
  }

  /** Partitions of these topics and of their mirrors, with the topics' ids. */
  private static Map<TopicPartition, String> partitions(Admin admin, List<String> topics)
      throws ExecutionException, TimeoutException, InterruptedException {
    List<String> names =
        get(admin.listTopics().names()).stream()
            .filter(
                name ->
                    topics.stream()
                        .anyMatch(topic -> name.equals(topic) || name.endsWith("." + topic)))
            .toList();
    Map<TopicPartition, String> ids = new HashMap<>();
    for (TopicDescription topic : get(admin.describeTopics(names).allTopicNames()).values()) {
      topic
          .partitions()
          .forEach(
              partition ->
                  ids.put(
                      new TopicPartition(topic.name(), partition.partition()),
                      topic.topicId().toString()));
    }
    return ids;
  }

  /** Of every partition asked for: Kafka fails the request rather than leave one out. */
  private static Map<TopicPartition, Long> offsets(
      Admin admin, Map<TopicPartition, String> partitions, OffsetSpec spec)
      throws ExecutionException, TimeoutException, InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    partitions.keySet().forEach(partition -> asked.put(partition, spec));
    Map<TopicPartition, Long> offsets = new HashMap<>();
    get(admin.listOffsets(asked).all())
        .forEach((partition, found) -> offsets.put(partition, found.offset()));
    return offsets;
  }

  private static @Nullable Long offset(@Nullable OffsetAndMetadata committed) {
    return committed == null ? null : committed.offset();
  }

  private static <T> T get(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(SECONDS, TimeUnit.SECONDS);
  }
}
