package dev.meridian.consumer.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jboss.logging.Logger;

/**
 * Asks Kafka, before anything is consumed, whether the loss of one broker could lose what it has
 * acknowledged, and whether the dead-letter topic takes the copies that are sent there.
 */
public final class TopicSafety {
  /** A dead-letter copy with its headers is below this; Kafka's default is a little more. */
  static final long COPY_BYTES = 1 << 20;

  /** Acknowledged by two: one may be lost. */
  private static final int IN_SYNC_AT_LEAST = 2;

  private static final Logger LOG = Logger.getLogger(TopicSafety.class);

  private TopicSafety() {}

  /**
   * Holds the topics against what is asked of them. Where this service may not ask
   * (DESCRIBE_CONFIGS), a warning says so. Blocks until Kafka answered.
   *
   * @param deadLetterTopic one of them
   * @param replicas of each partition at least; with 1 nothing is asked of replication
   * @throws TopicCheck.Refused naming each topic and setting, and the way out
   */
  public static void check(
      Admin admin,
      Collection<String> topics,
      String deadLetterTopic,
      int replicas,
      Duration within) {
    List<String> faults = faults(admin, topics, replicas, within);
    if (!faults.isEmpty()) {
      throw new TopicCheck.Refused(
          "region-consumer can't start: %s. A broker's loss would lose payments. Alter the topics, or set MERIDIAN_REPLICAS_AT_LEAST=1 where that may be."
              .formatted(String.join("; ", faults)));
    }
    Config deadLetters = configs(admin, List.of(deadLetterTopic), within).get(deadLetterTopic);
    if (deadLetters != null
        && number(deadLetters, TopicConfig.MAX_MESSAGE_BYTES_CONFIG) < COPY_BYTES) {
      throw new TopicCheck.Refused(
          "region-consumer can't start: topic %s has max.message.bytes=%d, and the copy of a parked message may have %d. Raise it."
              .formatted(
                  deadLetterTopic,
                  number(deadLetters, TopicConfig.MAX_MESSAGE_BYTES_CONFIG),
                  COPY_BYTES));
    }
  }

  /** What a broker's loss could do, in a sentence each; none if one replica is enough. */
  static List<String> faults(
      Admin admin, Collection<String> topics, int replicas, Duration within) {
    if (replicas <= 1) {
      return List.of();
    }
    List<String> faults = new ArrayList<>();
    described(admin, topics, within)
        .forEach(
            (topic, description) ->
                description.partitions().stream()
                    .mapToInt(partition -> partition.replicas().size())
                    .filter(has -> has < replicas)
                    .min()
                    .ifPresent(
                        has ->
                            faults.add(
                                "topic %s has %d replica(s), not %d"
                                    .formatted(topic, has, replicas))));
    configs(admin, topics, within).forEach((topic, config) -> addFaults(topic, config, faults));
    return faults;
  }

  private static void addFaults(String topic, Config config, List<String> faults) {
    long inSync = number(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    if (inSync < IN_SYNC_AT_LEAST) {
      faults.add(
          "topic %s has min.insync.replicas=%d, not %d".formatted(topic, inSync, IN_SYNC_AT_LEAST));
    }
    if (config.get(TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG).value().equals("true")) {
      faults.add("topic " + topic + " has unclean.leader.election.enable=true, not false");
    }
  }

  private static long number(Config config, String name) {
    return Long.parseLong(config.get(name).value());
  }

  private static Map<String, TopicDescription> described(
      Admin admin, Collection<String> topics, Duration within) {
    Map<String, TopicDescription> described = new TreeMap<>();
    admin
        .describeTopics(List.copyOf(topics))
        .topicNameValues()
        .forEach(
            (topic, answer) -> {
              try {
                described.put(topic, answered(answer, topic, within));
              } catch (ExecutionException e) {
                throw unanswered(topic, within, e);
              }
            });
    return described;
  }

  private static Map<String, Config> configs(
      Admin admin, Collection<String> topics, Duration within) {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    Map<String, Config> configs = new TreeMap<>();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (topic, answer) -> {
              try {
                configs.put(topic.name(), answered(answer, topic.name(), within));
              } catch (ExecutionException e) {
                if (!(e.getCause() instanceof AuthorizationException)) {
                  throw unanswered(topic.name(), within, e);
                }
                LOG.warnf("Kafka doesn't tell this service how %s is set: %s", topic.name(), e);
              }
            });
    return configs;
  }

  private static <T> T answered(KafkaFuture<T> answer, String topic, Duration within)
      throws ExecutionException {
    try {
      return answer.get(within.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw unanswered(topic, within, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(topic, within, e);
    }
  }

  private static TopicCheck.Refused unanswered(String topic, Duration within, Exception cause) {
    return TopicCheck.Refused.unanswered("how topic " + topic + " is set", within, cause);
  }
}
