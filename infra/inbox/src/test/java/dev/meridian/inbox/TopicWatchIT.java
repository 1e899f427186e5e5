package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.meridian.stack.KafkaBroker;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
    "Trap: a topic made again, or deleted by retention, is detected, not skipped in silence")
final class TopicWatchIT {
  private static final Duration WITHIN = Duration.ofSeconds(20);
  private static final AtomicInteger NAMES = new AtomicInteger();

  @TempDir private static Path folder;
  private static KafkaBroker broker;
  private static Admin admin;
  private static TestDatabase database;

  private final String topic = "payments-" + NAMES.incrementAndGet();
  private final TopicPartition partition = new TopicPartition(topic, 0);
  private final List<String> madeAgain = new ArrayList<>();
  private final List<String> restarts = new ArrayList<>();
  private final List<Long> lost = new ArrayList<>();
  private KafkaConsumer<String, String> consumer;

  @BeforeAll
  static void start() {
    broker = KafkaBroker.builder().dataFolder(folder).build();
    broker.start();
    admin = Admin.create(Map.of("bootstrap.servers", broker.bootstrap()));
    database = TestDatabase.fresh();
  }

  @AfterAll
  static void stop() {
    admin.close();
    broker.stop();
  }

  @BeforeEach
  void open() throws SQLException {
    consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                broker.bootstrap(),
                "group.id",
                topic,
                "auto.offset.reset",
                "earliest"),
            new StringDeserializer(),
            new StringDeserializer());
    database.empty("consumed_position");
    create();
  }

  @AfterEach
  void close() {
    consumer.close();
  }

  private void create() {
    broker.createTopics(List.of(new NewTopic(topic, 1, (short) 1)));
  }

  private void makeAgain() throws Exception {
    admin.deleteTopics(List.of(topic)).all().get();
    await().ignoreExceptions().until(() -> !admin.listTopics().names().get().contains(topic));
    create();
  }

  /** A process that begins now. */
  private TopicWatch watch() throws Exception {
    TopicDescription description =
        Objects.requireNonNull(
            admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
    String id = description.topicId().toString();
    return new TopicWatch(
        admin,
        Map.of(topic, id),
        WITHIN,
        new TopicWatch.Listener() {
          @Override
          public void madeAgain(String which, String sentence) {
            madeAgain.add(sentence);
          }

          @Override
          public void restartIsDue(String sentence) {
            restarts.add(sentence);
          }

          @Override
          public void lost(String which, int from, long records) {
            lost.add(records);
          }
        });
  }

  private void resume(TopicWatch watch) {
    consumer.assign(List.of(partition));
    new ResumeFromDatabase(
            topic,
            new Transactions(
                new JdbcUnitOfWork(database.dataSource()),
                Transactions.DEFAULT_BACKOFF,
                InstantSource.system(),
                new Random(1),
                Transactions.Listener.NONE),
            watch,
            new OneLife(why -> {}))
        .seek(consumer, List.of(partition));
  }

  private void send(int records) {
    try (KafkaProducer<String, String> producer = producer(Map.of())) {
      for (int i = 0; i < records; i++) {
        var unused = producer.send(new ProducerRecord<>(topic, "value"));
      }
    }
  }

  private static KafkaProducer<String, String> producer(Map<String, Object> more) {
    Map<String, Object> settings = new HashMap<>(more);
    settings.put("bootstrap.servers", broker.bootstrap());
    return new KafkaProducer<>(settings, new StringSerializer(), new StringSerializer());
  }

  /** Reads as a consumer does: each batch's position is committed, here and in Kafka. */
  private List<Long> read(TopicWatch watch, int records) {
    List<Long> offsets = new ArrayList<>();
    await()
        .atMost(WITHIN)
        .until(
            () -> {
              for (ConsumerRecord<String, String> each : consumer.poll(Duration.ofMillis(100))) {
                watch.read(topic, 0, each.offset());
                offsets.add(each.offset());
                database.inTransaction(c -> advance(c, watch, each.offset() + 1));
                consumer.commitSync(Map.of(partition, new OffsetAndMetadata(each.offset() + 1)));
              }
              return offsets.size() >= records;
            });
    return offsets;
  }

  private int advance(Connection connection, TopicWatch watch, long next) throws SQLException {
    new Positions()
        .advance(connection, topic, List.of(new Position(topic, 0, watch.idOf(topic), next)));
    return 1;
  }

  @Test
  void look_madeAgainUnderTheConsumer_letsNothingCommitAndTheRestartReadsAll() throws Exception {
    send(10);
    TopicWatch first = watch();
    resume(first);
    assertThat(read(first, 10)).hasSize(10);
    makeAgain();
    send(15);

    first.look();

    assertThat(madeAgain).singleElement().asString().contains(topic).contains("made again");
    assertThat(restarts).hasSize(1);
    assertThatThrownBy(() -> database.inTransaction(c -> advance(c, first, 11)))
        .isInstanceOf(TopicMadeAgainException.class);
    TopicWatch second = watch();
    resume(second);
    assertThat(read(second, 15)).startsWith(0L).hasSize(15);
    assertThat(madeAgain).as("told by both").hasSize(2).last().asString().contains("offset 10");
    assertThat(restarts).as("the new process is fine").hasSize(1);
    assertThat(lost).isEmpty();
  }

  @Test
  void seek_madeAgainAndPartitionsComeBackBeforeALook_goesToTheBeginning() throws Exception {
    send(10);
    TopicWatch watch = watch();
    resume(watch);
    read(watch, 10);
    makeAgain();
    send(15);

    resume(watch);

    assertThat(consumer.position(partition)).isZero();
    assertThat(restarts).hasSize(1);
  }

  @Test
  void seek_recordsDeletedBeforeTheyWereRead_areTold() throws Exception {
    send(10);
    TopicWatch before = watch();
    resume(before);
    read(before, 10);
    send(10);
    deleteBefore(14);

    resume(watch());

    assertThat(lost).containsExactly(4L);
    assertThat(consumer.position(partition)).isEqualTo(14);
    assertThat(madeAgain).isEmpty();
  }

  private void deleteBefore(long offset) throws Exception {
    admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset))).all().get();
  }

  @Test
  void look_recordsDeletedUnderAConsumerThatPaused_areTold() throws Exception {
    send(10);
    TopicWatch watch = watch();
    resume(watch);
    read(watch, 10);
    send(10);
    deleteBefore(17);
    assertThat(read(watch, 3)).containsExactly(17L, 18L, 19L);

    watch.look();

    assertThat(lost).containsExactly(7L);
  }

  /** The marker of a transaction takes an offset and is no record. */
  @Test
  void look_gapOfATransactionsMarker_isNoLoss() throws Exception {
    TopicWatch watch = watch();
    resume(watch);
    try (KafkaProducer<String, String> producer = producer(Map.of("transactional.id", topic))) {
      producer.initTransactions();
      for (int i = 0; i < 2; i++) {
        producer.beginTransaction();
        var unused = producer.send(new ProducerRecord<>(topic, "value"));
        producer.commitTransaction();
      }
    }
    assertThat(read(watch, 2)).containsExactly(0L, 2L);

    watch.look();

    assertThat(lost).isEmpty();
  }
}
