package dev.meridian.dedup;

import dev.meridian.stack.PostgresServer;
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
    FLYWAY.setLevel(Level.WARNING);
    PostgresServer server = PostgresServer.shared();
    DataSource database = server.dataSource(server.freshDatabase("dedup"));
    Flyway.configure().dataSource(database).locations("db/dedup").load().migrate();
    return database;
  }
}
