package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.stack.KafkaBroker;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KafkaRelayIT {
  private static KafkaBroker broker;
  private static TestDatabase database;
  private KafkaRecordSender sender;

  @BeforeAll
  static void start(@TempDir Path folder) throws SQLException {
    database = TestDatabase.fresh();
    broker = KafkaBroker.builder().name("kafka-outbox").dataFolder(folder.resolve("kafka")).build();
    broker.start();
  }

  @AfterAll
  static void stop() {
    broker.stop();
    database.close();
  }

  @BeforeEach
  void open() throws SQLException {
    database.reset();
    sender = new KafkaRecordSender(Map.of("bootstrap.servers", broker.bootstrap()));
  }

  @AfterEach
  void close() {
    sender.close();
  }

  private static void create(String topic, int partitions) {
    broker.createTopics(List.of(new NewTopic(topic, partitions, (short) 1)));
  }

  private static List<ConsumerRecord<byte[], byte[]>> read(
      String topic, int partitions, int count) {
    Map<String, Object> settings = Map.of("bootstrap.servers", broker.bootstrap());
    List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all =
          IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(topic, p)).toList();
      consumer.assign(all);
      consumer.seekToBeginning(all);
      await()
          .atMost(Duration.ofSeconds(60))
          .until(
              () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= count;
              });
    }
    return records;
  }

  @Test
  void send_keyHeadersPayloadAndTombstone_arriveAsAppended() throws SQLException {
    create("events", 1);
    byte[] odd = {0, (byte) 0xff};
    database.append(
        OutboxRecord.of("events", "key", "m1", Map.of("ce_id", "m1"), "{}".getBytes(UTF_8)),
        OutboxRecord.ofBytes("events", odd, "m2", List.of(new Header("raw", odd)), null));

    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      await().until(() -> database.unsent() == 0);
      assertThat(relay.metrics().acknowledged()).isEqualTo(2);
    }

    List<ConsumerRecord<byte[], byte[]>> records = read("events", 1, 2);
    ConsumerRecord<byte[], byte[]> first =
        records.stream().filter(r -> r.value() != null).findFirst().orElseThrow();
    ConsumerRecord<byte[], byte[]> tombstone =
        records.stream().filter(r -> r.value() == null).findFirst().orElseThrow();
    assertThat(first.key()).isEqualTo("key".getBytes(UTF_8));
    assertThat(first.headers().lastHeader("ce_id").value()).isEqualTo("m1".getBytes(UTF_8));
    assertThat(first.headers().lastHeader("ce_attempt").value()).isEqualTo("1".getBytes(UTF_8));
    assertThat(tombstone.key()).isEqualTo(odd);
    assertThat(tombstone.headers().lastHeader("raw").value()).isEqualTo(odd);
  }

  @Test
  void send_topicIsMissing_othersGoAndItFollowsWhenMade() throws SQLException {
    create("there", 1);
    for (int i = 0; i < 50; i++) {
      database.append(
          OutboxRecord.of("not-there", "k" + i, "lost" + i, Map.of(), null),
          OutboxRecord.of("there", "k" + i, "good" + i, Map.of(), null));
    }
    KafkaRecordSender impatient =
        new KafkaRecordSender(Map.of("bootstrap.servers", broker.bootstrap(), "max.block.ms", 300));
    try (impatient;
        Relay relay = Relays.started(database.dataSource(), impatient, "eu-1")) {
      await()
          .until(
              () -> database.number("select count(*) from outbox where sent_at is not null") == 50);
      await().until(() -> relay.metrics().blockedKeys() > 0);

      create("not-there", 1);

      await().atMost(Duration.ofSeconds(60)).until(() -> database.unsent() == 0);
    }
  }

  @Test
  void send_recordIsTooLarge_holdsBackItsKeyOnly() throws SQLException {
    create("sizes", 1);
    database.append(
        OutboxRecord.of("sizes", "big", "m1", Map.of(), new byte[5 << 20]),
        OutboxRecord.of("sizes", "big", "m2", Map.of(), null),
        OutboxRecord.of("sizes", "small", "m3", Map.of(), new byte[1]));

    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      await().until(() -> database.unsent() == 2);
      await().until(() -> relay.metrics().blockedKeys() == 1);
      assertThat(relay.metrics().lastFailure()).contains("RecordRefusedException");
    }
  }

  @Test
  void order_perKey_isTheSameInKafka() throws SQLException {
    create("ordered", 3);
    int keys = 40;
    int versions = 25;
    for (int version = 0; version < versions; version++) {
      OutboxRecord[] records = new OutboxRecord[keys];
      for (int key = 0; key < keys; key++) {
        records[key] =
            OutboxRecord.of(
                "ordered",
                "k" + key,
                "k" + key + ":" + version,
                Map.of(),
                new byte[] {(byte) version});
      }
      database.append(records);
    }

    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      relay.wake();
      await().until(() -> database.unsent() == 0);
    }

    List<ConsumerRecord<byte[], byte[]>> records = read("ordered", 3, keys * versions);
    assertThat(records).hasSize(keys * versions);
    for (int key = 0; key < keys; key++) {
      byte[] name = ("k" + key).getBytes(UTF_8);
      assertThat(records.stream().filter(r -> Arrays.equals(r.key(), name)))
          .extracting(r -> (int) r.value()[0])
          .isSorted();
    }
  }

  /** Prints the rate that was seen; a rate is no assertion on a shared machine. */
  @Test
  @Tag("long")
  void backlog_manyRowsOfManyKeys_isSentToTheEnd() throws SQLException {
    create("fast", 4);
    int rows = 100_000;
    for (int batch = 0; batch < rows / 1_000; batch++) {
      int from = batch * 1_000;
      database.append(
          IntStream.range(from, from + 1_000)
              .mapToObj(
                  i ->
                      OutboxRecord.of(
                          "fast", "k" + i, "m" + i, Map.of("ce_id", "m" + i), new byte[200]))
              .toArray(OutboxRecord[]::new));
    }
    long start = System.nanoTime();

    try (Relay relay = new Relay(database.dataSource(), sender, Relay.Config.of("eu-1"))) {
      relay.start();
      await().atMost(Duration.ofMinutes(5)).until(() -> relay.metrics().acknowledged() >= rows);
      await().until(() -> database.unsent() == 0);
    }

    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf("relay to Kafka: %.0f rows/s%n", rows / seconds);
    assertThat(read("fast", 4, rows)).hasSize(rows);
  }
}
