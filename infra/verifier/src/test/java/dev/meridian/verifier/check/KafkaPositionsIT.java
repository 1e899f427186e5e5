package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.stack.KafkaBroker;
import dev.meridian.verifier.collect.Collector;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Invariants 7 and 13 where they need a broker: lag, committed positions, topics made anew. */
class KafkaPositionsIT {
  private static final TopicPartition PAYMENTS = new TopicPartition("payments.eu", 0);
  private static final String GROUP = "region-consumer";
  private static final int RECORDS = 7;

  @TempDir private static Path folder;
  private static KafkaBroker broker;

  private SmallDatabases databases;

  /** JUnit sets the fields. */
  @SuppressWarnings("NullAway.Init")
  KafkaPositionsIT() {}

  @BeforeAll
  static void fillTopic() throws Exception {
    broker = KafkaBroker.builder().name("kafka-verifier").dataFolder(folder).build();
    broker.start();
    broker.createTopics(List.of(new NewTopic(PAYMENTS.topic(), 1, (short) 1)));
    try (Producer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrap()),
            new StringSerializer(),
            new StringSerializer())) {
      for (int i = 0; i < RECORDS; i++) {
        producer
            .send(new ProducerRecord<>(PAYMENTS.topic(), "a payment"))
            .get(20, TimeUnit.SECONDS);
      }
    }
  }

  @AfterAll
  static void stop() {
    broker.stop();
  }

  @BeforeEach
  void addressDatabases() {
    databases = SmallDatabases.consistent().withKafka(broker.bootstrap());
  }

  @AfterEach
  void undo() throws SQLException {
    databases.close();
  }

  @Test
  void check_committedWhatTheDatabaseHas_passes() throws Exception {
    commit(RECORDS);
    nameTopicInDatabase();

    Report report = databases.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
    assertThat(report.of(13).checked()).isEqualTo(1);
    assertThat(Collector.backlog(databases.address("eu")).lag()).isZero();
  }

  @Test
  void check_databaseForgotWhatKafkaCommitted_failsThirteen() throws Exception {
    commit(RECORDS);
    nameTopicInDatabase();
    databases.damaged(
        "eu-consumer",
        "update consumed_position set next_offset = 5",
        "update delivery_count set n = 0 where outcome = 'duplicate'");

    Report report = databases.check(Expectations.running(Duration.ofHours(1)));

    Judged.failsOnly(report, 13, GROUP + " " + PAYMENTS);
    assertThat(Collector.backlog(databases.address("eu")).lag()).isEqualTo(2);
  }

  @Test
  void check_recordsNotTakenIn_failsSeven() throws Exception {
    commit(5);
    nameTopicInDatabase();
    databases.damaged(
        "eu-consumer",
        "update consumed_position set next_offset = 5",
        "update delivery_count set n = 0 where outcome = 'duplicate'");

    Judged.failsOnly(databases.check(), 7, GROUP + " " + PAYMENTS);
  }

  @Test
  void check_positionOfAnotherTopicOfThatName_failsThirteen() throws Exception {
    commit(RECORDS);

    Judged.failsOnly(databases.check(), 13, GROUP + " " + PAYMENTS);
  }

  private static void commit(long offset) throws Exception {
    try (Admin admin = admin()) {
      admin
          .alterConsumerGroupOffsets(GROUP, Map.of(PAYMENTS, new OffsetAndMetadata(offset)))
          .all()
          .get(20, TimeUnit.SECONDS);
    }
  }

  private void nameTopicInDatabase() throws Exception {
    try (Admin admin = admin()) {
      TopicDescription topic =
          admin
              .describeTopics(List.of(PAYMENTS.topic()))
              .topicNameValues()
              .values()
              .iterator()
              .next()
              .get(20, TimeUnit.SECONDS);
      databases.damaged(
          "eu-consumer", "update consumed_position set topic_id = '" + topic.topicId() + "'");
    }
  }

  private static Admin admin() {
    return Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
  }
}
