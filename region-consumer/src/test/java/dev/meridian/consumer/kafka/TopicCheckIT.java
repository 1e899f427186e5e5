package dev.meridian.consumer.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.messages.Topics;
import dev.meridian.stack.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Trap 16: the dead-letter path itself is broken")
class TopicCheckIT {
  private static final Duration WITHIN = Duration.ofSeconds(30);

  @TempDir static Path folder;
  private static KafkaBroker kafka;

  @BeforeAll
  static void start() {
    kafka = KafkaBroker.builder().dataFolder(folder).build();
    kafka.start();
    kafka.createTopics(List.of(new NewTopic("payments.eu", 1, (short) 1)));
  }

  @AfterAll
  static void stop() {
    kafka.stop();
  }

  @Test
  void idsOf_deadLetterTopicMissing_refusesNamingItAndTheWayOut() {
    try (Admin admin = TopicCheck.admin(kafka.bootstrap(), WITHIN)) {
      assertThatThrownBy(
              () ->
                  TopicCheck.idsOf(
                      admin,
                      List.of("payments.eu", Topics.PAYMENTS_DLQ),
                      kafka.bootstrap(),
                      WITHIN))
          .isInstanceOf(TopicCheck.Refused.class)
          .hasMessage(
              "region-consumer can't start: Kafka at %s has no topic payments-dlq. Create the region's topics (infra/messages lists them), then start again.",
              kafka.bootstrap());
    }
  }

  @Test
  void check_deadLetterTopicWouldNotTakeACopy_refusesNamingTheSetting() throws Exception {
    kafka.createTopics(
        List.of(
            new NewTopic("small-dlq", 1, (short) 1)
                .configs(Map.of("max.message.bytes", "100000"))));
    try (Admin admin = TopicCheck.admin(kafka.bootstrap(), WITHIN)) {
      assertThatThrownBy(
              () -> TopicSafety.check(admin, List.of("small-dlq"), "small-dlq", 1, WITHIN))
          .isInstanceOf(TopicCheck.Refused.class)
          .hasMessageContaining("small-dlq")
          .hasMessageContaining("max.message.bytes");
    }
  }

  @Test
  void check_fewerReplicasThanAskedFor_refusesNamingTopicAndWayOut() throws Exception {
    try (Admin admin = TopicCheck.admin(kafka.bootstrap(), WITHIN)) {
      assertThat(TopicSafety.faults(admin, List.of("payments.eu"), 1, WITHIN)).isEmpty();
      assertThat(TopicSafety.faults(admin, List.of("payments.eu"), 3, WITHIN))
          .hasSize(2)
          .anySatisfy(one -> assertThat(one).contains("payments.eu", "1 replica", "3"))
          .anySatisfy(one -> assertThat(one).contains("min.insync.replicas"));
      assertThatThrownBy(
              () -> TopicSafety.check(admin, List.of("payments.eu"), "payments.eu", 3, WITHIN))
          .isInstanceOf(TopicCheck.Refused.class)
          .hasMessageContaining("MERIDIAN_REPLICAS_AT_LEAST");
    }
  }
}
