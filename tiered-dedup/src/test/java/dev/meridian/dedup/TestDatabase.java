package dev.meridian.dedup;

import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;

/** A real database of its own with this module's migrations. */
final class TestDatabase {

  /** Held, because the logging framework holds loggers weakly. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private static final AtomicInteger COPIES = new AtomicInteger();
  private static final Duration LIMIT = Duration.ofSeconds(30);

  private TestDatabase() {}

  static DataSource fresh() {
    PostgresServer server = PostgresServer.shared();
    String name = "dedup_of_template_" + COPIES.incrementAndGet();
    try (Connection connection = server.dataSource("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " TEMPLATE " + Migrated.TEMPLATE);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return server.dataSource(name);
  }

  /** Migrated once per process: a copy takes a fraction of the time. */
  private static final class Migrated {
    static final String TEMPLATE = migrated();

    private static String migrated() {
      FLYWAY.setLevel(Level.WARNING);
      PostgresServer server = PostgresServer.shared();
      String name = server.freshDatabase("dedup_template");
      Flyway.configure().dataSource(server.dataSource(name)).locations("db/dedup").load().migrate();
      return name;
    }
  }

  /** With tables of other names. */
  static DataSource fresh(DedupTables tables) {
    DataSource database = empty();
    migrate(database, tables);
    return database;
  }

  static void migrate(DataSource database, DedupTables tables) {
    Flyway.configure()
        .dataSource(database)
        .locations("db/dedup")
        .schemas(tables.schema())
        .initSql("SET meridian.dedup_prefix = '" + tables.prefix() + "'")
        .load()
        .migrate();
  }

  static DataSource empty() {
    FLYWAY.setLevel(Level.WARNING);
    PostgresServer server = PostgresServer.shared();
    return server.dataSource(server.freshDatabase("dedup"));
  }

  /** Asks until the answer is this. */
  static void awaitText(DataSource database, String sql, String answer) {
    Awaitility.await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .until(() -> answer.equals(text(database, sql)));
  }

  static String text(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
