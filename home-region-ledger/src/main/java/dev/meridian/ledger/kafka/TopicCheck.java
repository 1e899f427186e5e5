package dev.meridian.ledger.kafka;

import dev.meridian.id.RegionRegistry;
import dev.meridian.ledger.config.RegionChannels;
import dev.meridian.messages.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks Kafka, at start, whether every topic is there that commands come on or answers go to: a
 * missing one would hold commands back in silence. Blocks for at most the given time.
 */
final class TopicCheck {
  private final String bootstrapServers;
  private final Duration within;

  TopicCheck(String bootstrapServers, Duration within) {
    this.bootstrapServers = bootstrapServers;
    this.within = within;
  }

  /** The topics that a ledger in this region reads or writes. */
  static Set<String> needed(String region, RegionRegistry registry) {
    Set<String> needed = new LinkedHashSet<>(RegionChannels.commands(region, registry.codes()));
    for (String each : registry.codes()) {
      needed.add(Topics.commands(each));
      needed.add(Topics.results(each));
    }
    needed.addAll(RegionChannels.balances(region, registry.codes()));
    needed.add(Topics.balances(region));
    needed.add(Topics.COMMANDS_DLQ);
    return needed;
  }

  /**
   * Looks all of them up.
   *
   * @return Kafka's ids of the topics, by name
   * @throws IllegalStateException saying which topics are missing, or that Kafka doesn't answer
   */
  Map<String, String> ids(Set<String> topics) {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            Math.toIntExact(within.toMillis()),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            Math.toIntExact(within.toMillis()));
    try (Admin admin = Admin.create(settings)) {
      return ids(admin.describeTopics(topics).topicNameValues());
    }
  }

  private Map<String, String> ids(Map<String, KafkaFuture<TopicDescription>> answers) {
    Map<String, String> ids = new HashMap<>();
    List<String> missing = new ArrayList<>();
    answers.forEach(
        (topic, answer) -> {
          try {
            ids.put(
                topic, answer.get(within.toMillis(), TimeUnit.MILLISECONDS).topicId().toString());
          } catch (ExecutionException | TimeoutException e) {
            if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
              throw unreachable(e);
            }
            missing.add(topic);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(e);
          }
        });
    if (!missing.isEmpty()) {
      throw new IllegalStateException(
          "home-region-ledger can't start: Kafka at %s has no topics %s; create them first (provisioning does)."
              .formatted(bootstrapServers, missing.stream().sorted().toList()));
    }
    return ids;
  }

  private IllegalStateException unreachable(Exception cause) {
    return new IllegalStateException(
        "home-region-ledger can't start: Kafka at %s didn't say within %d s which topics it has."
            .formatted(bootstrapServers, within.toSeconds()),
        cause);
  }
}
