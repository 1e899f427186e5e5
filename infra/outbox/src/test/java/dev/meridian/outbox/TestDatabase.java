package dev.meridian.outbox;

import dev.meridian.stack.PostgresServer;
import io.agroal.api.AgroalDataSource;
import io.agroal.api.configuration.supplier.AgroalDataSourceConfigurationSupplier;
import io.agroal.api.security.NamePrincipal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A fresh migrated database with a pool such as the services have, and words to talk to it. */
final class TestDatabase implements AutoCloseable {
  private static final int CONNECTIONS = 16;

  private final AgroalDataSource pool;

  private TestDatabase(AgroalDataSource pool) {
    this.pool = pool;
  }

  static TestDatabase fresh() throws SQLException {
    PostgresServer server = PostgresServer.shared();
    String name = server.freshDatabase("outbox");
    Flyway.configure()
        .dataSource(server.dataSource(name))
        .locations("classpath:db/outbox")
        .load()
        .migrate();
    return new TestDatabase(
        AgroalDataSource.from(
            new AgroalDataSourceConfigurationSupplier()
                .connectionPoolConfiguration(
                    pool ->
                        pool.maxSize(CONNECTIONS)
                            .acquisitionTimeout(Duration.ofSeconds(5))
                            .connectionFactoryConfiguration(
                                factory ->
                                    factory
                                        .jdbcUrl(server.jdbcUrl(name))
                                        .principal(new NamePrincipal(server.user()))))));
  }

  /** As after the migration, for the next test of a class. No relay may run. */
  void reset() throws SQLException {
    inTransaction(
        connection -> {
          try (Statement statement = connection.createStatement()) {
            statement.execute("truncate outbox, open_message, outbox_relay");
            return statement.executeUpdate(
                "update outbox_lane set owner = '', lease_until = '-infinity'");
          }
        });
  }

  DataSource dataSource() {
    return pool;
  }

  /** A connection with an open transaction. */
  Connection begin() throws SQLException {
    Connection connection = pool.getConnection();
    connection.setAutoCommit(false);
    return connection;
  }

  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  <T> T inTransaction(Work<T> work) throws SQLException {
    try (Connection connection = begin()) {
      T result = work.run(connection);
      connection.commit();
      return result;
    }
  }

  void append(OutboxRecord... records) throws SQLException {
    inTransaction(
        connection -> {
          append(connection, records);
          return records;
        });
  }

  static void append(Connection connection, OutboxRecord... records) throws SQLException {
    new Outbox(ResendSchedule.DEFAULT).append(connection, List.of(records));
  }

  long number(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  long unsent() throws SQLException {
    return number("select count(*) from outbox where sent_at is null");
  }

  @Override
  public void close() {
    pool.close();
  }
}
