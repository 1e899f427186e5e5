package dev.meridian.consumer.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks Kafka, before anything is consumed, whether all topics are there: a consumer of a missing
 * topic waits for ever, and a missing dead-letter topic shows only in trouble.
 */
public final class TopicCheck {
  private TopicCheck() {}

  /** A start that is refused; the message is a sentence for whoever starts the service. */
  public static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refused(String message) {
      super(message);
    }

    /** Kafka left a question open, as "how long t keeps records". */
    static Refused unanswered(String question, Duration within, Exception cause) {
      Refused refused =
          new Refused(
              "region-consumer can't start: Kafka did not say within %d ms %s: %s. Check the address and that the broker runs."
                  .formatted(within.toMillis(), question, cause));
      refused.initCause(cause);
      return refused;
    }
  }

  /**
   * A client for the questions of the start, to be closed; doesn't connect yet.
   *
   * @param within how long Kafka may take to answer
   */
  public static Admin admin(String bootstrapServers, Duration within) {
    Map<String, Object> settings =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
            (int) within.toMillis(),
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
            (int) within.toMillis(),
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
            1_000L);
    return Admin.create(settings);
  }

  /**
   * Blocks until Kafka answered.
   *
   * @param within how long Kafka may take to answer at all
   * @return the topics' ids by name
   * @throws Refused if a topic is missing, or Kafka doesn't answer
   */
  public static Map<String, String> idsOf(
      Admin admin, Collection<String> topics, String bootstrapServers, Duration within) {
    Map<String, String> ids = new HashMap<>();
    TreeSet<String> missing = new TreeSet<>();
    Map<String, KafkaFuture<TopicDescription>> answers =
        admin.describeTopics(List.copyOf(topics)).topicNameValues();
    answers.forEach(
        (topic, answer) -> {
          try {
            ids.put(
                topic, answer.get(within.toMillis(), TimeUnit.MILLISECONDS).topicId().toString());
          } catch (ExecutionException e) {
            noteMissing(topic, bootstrapServers, within, e, missing);
          } catch (TimeoutException e) {
            throw unreachable(bootstrapServers, within, e);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unreachable(bootstrapServers, within, e);
          }
        });
    if (!missing.isEmpty()) {
      throw new Refused(
          "region-consumer can't start: Kafka at %s has no topic %s. Create the region's topics (infra/messages lists them), then start again."
              .formatted(bootstrapServers, String.join(", ", missing)));
    }
    return ids;
  }

  private static void noteMissing(
      String topic,
      String bootstrapServers,
      Duration within,
      ExecutionException e,
      Collection<String> missing) {
    if (!(e.getCause() instanceof UnknownTopicOrPartitionException)) {
      throw unreachable(bootstrapServers, within, e);
    }
    missing.add(topic);
  }

  private static Refused unreachable(String bootstrapServers, Duration within, Exception cause) {
    Refused refused =
        new Refused(
            "region-consumer can't start: Kafka at %s did not say within %d ms whether the topics exist: %s. Check the address and that the broker runs."
                .formatted(bootstrapServers, within.toMillis(), cause));
    refused.initCause(cause);
    return refused;
  }
}
