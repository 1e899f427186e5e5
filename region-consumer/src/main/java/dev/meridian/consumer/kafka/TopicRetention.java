package dev.meridian.consumer.kafka;

import dev.meridian.dedup.Windows;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jboss.logging.Logger;

/**
 * Asks Kafka how long topics keep their records, and holds the windows of deduplication against it.
 * Blocks until Kafka answered.
 */
public final class TopicRetention {
  private static final Logger LOG = Logger.getLogger(TopicRetention.class);

  private TopicRetention() {}

  /**
   * Holds the windows of one group against each topic that it reads. Where this service may not ask
   * (DESCRIBE_CONFIGS), a warning says so, and what is set as {@code
   * meridian.dedup.topic-retention} stands alone.
   *
   * @param within how long Kafka may take to answer
   * @throws TopicCheck.Refused naming the topic, both values and the way out; or if Kafka doesn't
   *     answer
   */
  public static void check(
      Admin admin,
      Windows windows,
      String consumerGroup,
      Collection<String> topics,
      Duration within) {
    List<ConfigResource> resources =
        topics.stream().map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name)).toList();
    admin
        .describeConfigs(resources)
        .values()
        .forEach(
            (topic, answer) ->
                retention(topic.name(), answer, within)
                    .ifPresent(kept -> check(windows, consumerGroup, topic.name(), kept)));
  }

  private static void check(
      Windows windows, String consumerGroup, String topic, Duration retention) {
    try {
      windows.checkAgainst(retention, "topic " + topic, consumerGroup);
    } catch (IllegalArgumentException e) {
      throw new TopicCheck.Refused("region-consumer can't start: " + e.getMessage() + ".");
    }
  }

  /** Empty if records are kept for good, or Kafka doesn't tell this service. */
  private static Optional<Duration> retention(
      String topic, KafkaFuture<Config> answer, Duration within) {
    try {
      ConfigEntry kept =
          answer.get(within.toMillis(), TimeUnit.MILLISECONDS).get(TopicConfig.RETENTION_MS_CONFIG);
      long millis = Long.parseLong(kept.value());
      return millis < 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof AuthorizationException) {
        LOG.warnf("Kafka doesn't tell this service how long %s keeps records: %s", topic, e);
        return Optional.empty();
      }
      throw unanswered(topic, within, e);
    } catch (TimeoutException e) {
      throw unanswered(topic, within, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unanswered(topic, within, e);
    }
  }

  private static TopicCheck.Refused unanswered(String topic, Duration within, Exception cause) {
    return TopicCheck.Refused.unanswered("how long " + topic + " keeps records", within, cause);
  }
}
