package dev.meridian.id;

import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A real database of its own with this module's migrations. */
final class TestDatabase {

  /** Held, because the logging framework holds loggers weakly. */
  private static final Logger FLYWAY = Logger.getLogger("org.flywaydb");

  private TestDatabase() {}

  static DataSource fresh() {
    PostgresServer server = PostgresServer.shared();
    DataSource database = server.dataSource(server.freshDatabase("ids"));
    migrate(database);
    return database;
  }

  static void migrate(DataSource database) {
    migrateTo(database, "latest");
  }

  static void migrateTo(DataSource database, String version) {
    FLYWAY.setLevel(Level.WARNING);
    Flyway.configure().dataSource(database).locations("db/ids").target(version).load().migrate();
  }

  static void update(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The first row, its columns joined by bars. */
  static String text(DataSource database, String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
        columns.add(row.getString(i));
      }
      return String.join("|", columns);
    }
  }
}
