package dev.meridian.bench.dedup;

import io.eventuate.common.jdbc.EventuateDuplicateKeyException;
import io.eventuate.common.jdbc.EventuateJdbcStatementExecutor;
import io.eventuate.common.jdbc.EventuateRowMapper;
import io.eventuate.common.jdbc.EventuateSchema;
import io.eventuate.common.jdbc.EventuateTransactionTemplate;
import io.eventuate.tram.consumer.jdbc.SqlTableBasedDuplicateMessageDetector;
import io.eventuate.tram.messaging.common.Message;
import io.eventuate.tram.messaging.common.SubscriberIdAndMessage;
import io.eventuate.tram.messaging.producer.MessageBuilder;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.processor.idempotent.jdbc.JdbcMessageIdRepository;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What others use: each message in a transaction of its own, on one connection that is kept. Their
 * tables are those of their documentation, with keys as long as ours.
 */
final class Peers {
  private final JdbcMessageIdRepository camel;
  private final SqlTableBasedDuplicateMessageDetector eventuate;

  Peers(Connection connection) throws SQLException {
    connection.setAutoCommit(true);
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          """
          CREATE TABLE camel_messageprocessed (
            processorName varchar(255), messageId varchar(255), createdAt timestamp,
            PRIMARY KEY (processorName, messageId));
          CREATE SCHEMA eventuate;
          CREATE TABLE eventuate.received_messages (
            consumer_id varchar(255), message_id varchar(255), creation_time bigint, published smallint DEFAULT 0,
            PRIMARY KEY (consumer_id, message_id))
          """);
    }
    SingleConnectionDataSource database = new SingleConnectionDataSource(connection, true);
    JdbcTemplate jdbc = new JdbcTemplate(database);
    TransactionTemplate transaction =
        new TransactionTemplate(new DataSourceTransactionManager(database));
    camel = new JdbcMessageIdRepository(jdbc, transaction);
    camel.setProcessorName(Servers.GROUP);
    camel.setCreateTableIfNotExists(false);
    camel.start();
    eventuate =
        new SqlTableBasedDuplicateMessageDetector(
            new EventuateSchema(),
            "(extract(epoch from clock_timestamp()) * 1000)::bigint",
            new OnSpring(jdbc),
            new EventuateTransactionTemplate() {
              @Override
              public <T> T executeInTransaction(Supplier<T> work) {
                return transaction.execute(status -> work.get());
              }
            });
  }

  /** Apache Camel's repository: looks, then inserts. */
  void camel(String key) {
    if (!camel.add(key)) {
      throw new IllegalStateException(key + " is not new");
    }
  }

  /** Eventuate Tram's detector: inserts, and the work would follow. */
  void eventuate(String key) {
    Message message = MessageBuilder.withPayload("").withHeader(Message.ID, key).build();
    boolean[] worked = {false};
    eventuate.doWithMessage(
        new SubscriberIdAndMessage(Servers.GROUP, message), () -> worked[0] = true);
    if (!worked[0]) {
      throw new IllegalStateException(key + " is not new");
    }
  }

  /** What Eventuate's own Spring module does, which wants an application around it. */
  private record OnSpring(JdbcTemplate jdbc) implements EventuateJdbcStatementExecutor {
    @Override
    public long insertAndReturnGeneratedId(String sql, String idColumn, Object... values) {
      throw new UnsupportedOperationException(
          "the detector draws no ids; this one stands in for what it calls alone: " + sql);
    }

    @Override
    public int update(String sql, Object... values) {
      try {
        return jdbc.update(sql, values);
      } catch (DuplicateKeyException e) {
        throw new EventuateDuplicateKeyException(e);
      }
    }

    @Override
    public <T> List<T> query(String sql, EventuateRowMapper<T> rows, Object... values) {
      return jdbc.query(sql, rows::mapRow, values);
    }

    @Override
    public List<Map<String, Object>> queryForList(String sql, Object... values) {
      return jdbc.queryForList(sql, values);
    }
  }
}
