package dev.meridian.demo.disturb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class ConsumerKillTest {
  private static final TopicPartition COMMITTED = new TopicPartition("payments.eu", 0);
  private static final TopicPartition NEVER_COMMITTED = new TopicPartition("payments.eu", 1);
  private static final TopicPartition OTHER = new TopicPartition("ledger-results.eu", 0);

  @Test
  void ahead_partitionThatKafkaHasNoPositionOf_comesOnce() {
    // When Kafka has heard of the first partition only
    long twice =
        ConsumerKill.ahead(
            Map.of(COMMITTED, 12L, NEVER_COMMITTED, 4L),
            Map.of(COMMITTED, 10L),
            List.of("payments.eu"));

    // Then the consumer goes on in the second where its database is
    assertThat(twice).isEqualTo(2);
  }

  @Test
  void ahead_kafkaAheadOrAnotherTopic_countsNothing() {
    // When Kafka is ahead in one partition, and another topic is behind
    long twice =
        ConsumerKill.ahead(
            Map.of(COMMITTED, 10L, OTHER, 5L),
            Map.of(COMMITTED, 12L, OTHER, 1L),
            List.of("payments.eu"));

    // Then there is nothing to count
    assertThat(twice).isZero();
  }
}
