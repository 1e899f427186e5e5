package dev.meridian.consumer.kafka;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.dedup.Windows;
import dev.meridian.stack.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TopicRetentionIT {
  @TempDir static Path folder;
  private static KafkaBroker kafka;

  @BeforeAll
  static void start() {
    kafka = KafkaBroker.builder().dataFolder(folder).build();
    kafka.start();
    kafka.createTopics(
        List.of(
            topic("payments.eu", "3600000"),
            topic("us.payments.eu", "1209600000"),
            topic("cn.payments.eu", "-1")));
  }

  private static NewTopic topic(String name, String retentionMillis) {
    return new NewTopic(name, 1, (short) 1).configs(Map.of("retention.ms", retentionMillis));
  }

  @AfterAll
  static void stop() {
    kafka.stop();
  }

  private static void check(String... topics) {
    Duration within = Duration.ofSeconds(30);
    try (Admin admin = TopicCheck.admin(kafka.bootstrap(), within)) {
      TopicRetention.check(admin, Windows.DEFAULT, "region-consumer", List.of(topics), within);
    }
  }

  @Test
  void check_longEnoughOrForGood_isFine() {
    assertThatCode(() -> check("us.payments.eu", "cn.payments.eu")).doesNotThrowAnyException();
  }

  @Test
  void check_shorterThanTheHotWindow_refusesNamingTopicValuesAndTheWayOut() {
    assertThatThrownBy(() -> check("us.payments.eu", "payments.eu"))
        .isInstanceOf(TopicCheck.Refused.class)
        .hasMessageContaining("region-consumer can't start")
        .hasMessageContaining("topic payments.eu")
        .hasMessageContaining("PT24H")
        .hasMessageContaining("PT1H")
        .hasMessageContaining("shorten meridian.dedup.hot-window")
        .hasMessageContaining("retention.ms to at least 86400000");
  }
}
