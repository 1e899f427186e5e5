package dev.meridian.inbox;

import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A fresh migrated database. */
final class TestDatabase {
  private final DataSource dataSource;

  private TestDatabase(DataSource dataSource) {
    this.dataSource = dataSource;
  }

  static TestDatabase fresh() {
    PostgresServer server = PostgresServer.shared();
    DataSource dataSource = server.dataSource(server.freshDatabase("inbox"));
    Flyway.configure()
        .dataSource(dataSource)
        .locations("classpath:db/outbox", "classpath:db/inbox")
        .load()
        .migrate();
    return new TestDatabase(dataSource);
  }

  DataSource dataSource() {
    return dataSource;
  }

  static Outbox outbox() {
    return new Outbox(ResendSchedule.DEFAULT);
  }

  <T> T inTransaction(UnitOfWork.Work<T> work) throws SQLException {
    return new JdbcUnitOfWork(dataSource).inTransaction(work);
  }

  void execute(String sql) throws SQLException {
    inTransaction(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            return statement.execute(sql);
          }
        });
  }

  /** By DELETE: TRUNCATE makes new files for each partition and index, half a second of them. */
  void empty(String... tables) throws SQLException {
    execute(Stream.of(tables).map("delete from %s"::formatted).collect(Collectors.joining(";")));
  }

  long number(String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
