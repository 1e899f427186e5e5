package dev.meridian.inbox;

import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
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

  long number(String sql) throws SQLException {
    try (Connection connection = dataSource.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
