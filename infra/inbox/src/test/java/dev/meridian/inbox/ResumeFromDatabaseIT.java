package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.stack.KafkaBroker;
import dev.meridian.stack.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ResumeFromDatabaseIT {
  private static final String GROUP = "region-consumer";
  private static final String TOPIC = "payments.eu";
  private static final int RECORDS = 10;
  private static final List<TopicPartition> PARTITIONS = List.of(at(0), at(1), at(2), at(3), at(4));

  private final TestDatabase database = TestDatabase.fresh();
  private final List<String> told = new ArrayList<>();
  private final OneLife life = new OneLife(told::add);

  @TempDir private Path folder;

  private static TopicPartition at(int partition) {
    return new TopicPartition(TOPIC, partition);
  }

  private ResumeFromDatabase resume() {
    return new ResumeFromDatabase(
        GROUP,
        new Transactions(
            new JdbcUnitOfWork(database.dataSource()),
            Transactions.DEFAULT_BACKOFF,
            InstantSource.system(),
            new Random(1),
            Transactions.Listener.NONE),
        topic -> "A",
        life);
  }

  @Test
  void seek_kafkaAndDatabaseApart_goesToTheLower() throws Exception {
    // Given partitions where the database is behind, ahead, alone, empty, and in another topic
    advance(
        new Position(TOPIC, 0, "A", 4),
        new Position(TOPIC, 1, "A", 9),
        new Position(TOPIC, 2, "A", 5),
        new Position(TOPIC, 4, "B", 8));
    KafkaBroker broker = KafkaBroker.builder().dataFolder(folder).build();
    broker.start();
    try (KafkaConsumer<String, String> consumer = consumer(broker)) {
      broker.createTopics(List.of(new NewTopic(TOPIC, PARTITIONS.size(), (short) 1)));
      fill(broker);
      consumer.assign(PARTITIONS);
      consumer.commitSync(
          Map.of(
              at(0), new OffsetAndMetadata(7),
              at(1), new OffsetAndMetadata(6),
              at(3), new OffsetAndMetadata(7),
              at(4), new OffsetAndMetadata(7)));

      // When
      resume().seek(consumer, PARTITIONS);

      // Then
      assertThat(PARTITIONS).extracting(consumer::position).containsExactly(4L, 6L, 5L, 0L, 0L);
    } finally {
      broker.stop();
    }
  }

  private static KafkaConsumer<String, String> consumer(KafkaBroker broker) {
    return new KafkaConsumer<>(
        Map.of(
            "bootstrap.servers",
            broker.bootstrap(),
            "group.id",
            GROUP,
            "auto.offset.reset",
            "earliest"),
        new StringDeserializer(),
        new StringDeserializer());
  }

  private static void fill(KafkaBroker broker) {
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrap()),
            new StringSerializer(),
            new StringSerializer())) {
      for (int i = 0; i < RECORDS * PARTITIONS.size(); i++) {
        var unused =
            producer.send(new ProducerRecord<>(TOPIC, i % PARTITIONS.size(), "key", "value"));
      }
    }
  }

  private void advance(Position... to) throws SQLException {
    database.inTransaction(
        connection -> {
          new Positions(life).advance(connection, GROUP, List.of(to));
          return to.length;
        });
  }

  @Test
  void advance_inAnotherDatabase_isRefusedAndTold(@TempDir Path other) throws Exception {
    advance(new Position(TOPIC, 0, "A", 4));
    PostgresServer another = PostgresServer.builder().name("another").dataFolder(other).build();
    another.start();
    try {
      JdbcUnitOfWork there = new JdbcUnitOfWork(another.dataSource("postgres"));

      assertThatThrownBy(
              () ->
                  there.inTransaction(
                      connection -> {
                        new Positions(life)
                            .advance(connection, GROUP, List.of(new Position(TOPIC, 0, "A", 5)));
                        return 1;
                      }))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("a restart goes on from its positions");
    } finally {
      another.stop();
    }
    assertThat(told).hasSize(1);
    advance(new Position(TOPIC, 0, "A", 6));
    assertThat(told).as("the first database is still the right one").hasSize(1);
  }
}
