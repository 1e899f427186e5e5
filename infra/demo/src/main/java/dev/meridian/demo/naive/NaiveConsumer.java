package dev.meridian.demo.naive;

import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.MessageCodec;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A plain at-least-once consumer of one region: reads the same topics in a group of its own, moves
 * the money of each record it can read, commits its transaction, then Kafka's offsets. It is never
 * killed, so every movement beyond an intent's first is a duplicate that was delivered.
 */
final class NaiveConsumer implements AutoCloseable {
  static final String GROUP = "naive";

  private static final Duration POLL = Duration.ofMillis(200);
  private static final Duration END_LIMIT = Duration.ofSeconds(5);
  private static final String TABLE =
      """
      create table if not exists movement (
          business_key text   not null collate "C",
          payer        text   not null,
          payee        text   not null,
          amount_minor bigint not null,
          currency     text   not null
      )
      """;
  private static final String MOVE =
      "insert into movement (business_key, payer, payee, amount_minor, currency) values (?, ?, ?, ?, ?)";

  private final MessageCodec codec = new MessageCodec("/meridian/demo/naive");
  private final DataSource database;
  private final KafkaConsumer<String, byte[]> consumer;
  private final Thread thread;
  private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();

  /** Begins to consume. */
  NaiveConsumer(String region, String bootstrap, List<String> topics, DataSource database)
      throws SQLException {
    this.database = database;
    createTable();
    consumer = consumer(bootstrap);
    consumer.subscribe(topics);
    thread = new Thread(this::consume, "naive-" + region);
    thread.setDaemon(true);
    thread.start();
  }

  DataSource database() {
    return database;
  }

  /** What ended it early, if anything did. */
  @Nullable Exception failure() {
    return failure.get();
  }

  private void createTable() throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(TABLE);
    }
  }

  private void consume() {
    try (consumer;
        Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      while (!Thread.currentThread().isInterrupted()) {
        ConsumerRecords<String, byte[]> records = consumer.poll(POLL);
        if (!records.isEmpty()) {
          move(connection, records);
          connection.commit();
          consumer.commitSync();
        }
      }
    } catch (WakeupException | InterruptException closed) {
      Thread.currentThread().interrupt();
    } catch (SQLException | RuntimeException e) {
      failure.set(e);
    }
  }

  private void move(Connection connection, ConsumerRecords<String, byte[]> records)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(MOVE)) {
      for (ConsumerRecord<String, byte[]> record : records) {
        if (codec.decode(record.headers(), record.value()) instanceof Decoded.Valid valid
            && valid.message().body() instanceof Body.PaymentRequested payment) {
          insert.setString(1, valid.message().envelope().businessKey().text());
          insert.setString(2, payment.payer());
          insert.setString(3, payment.payee());
          insert.setLong(4, payment.amountMinor());
          insert.setString(5, payment.currency());
          insert.addBatch();
        }
      }
      insert.executeBatch();
    }
  }

  @Override
  public void close() {
    consumer.wakeup();
    try {
      thread.join(END_LIMIT.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static KafkaConsumer<String, byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.GROUP_ID_CONFIG,
            GROUP,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
            "earliest"),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }
}
