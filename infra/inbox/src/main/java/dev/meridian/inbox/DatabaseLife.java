package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Which life of the database a connection leads to. A replica that was promoted has another
 * timeline, and may have forgotten commits; a database that was made anew has another system
 * identifier.
 *
 * <p>Source: PostgreSQL manual, 9.28.4 "Backup Control Functions": the name of the current WAL file
 * begins with the timeline, and only a primary tells it.
 */
public record DatabaseLife(long systemIdentifier, int timeline) {
  private static final String READ =
      """
      select (select system_identifier from pg_control_system()),
             ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int
      """;

  /** Asks the database that this transaction runs on; a replica refuses (SQLSTATE 55000). */
  static DatabaseLife read(Connection connection) throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(READ);
        ResultSet row = read.executeQuery()) {
      row.next();
      return new DatabaseLife(row.getLong(1), row.getInt(2));
    }
  }
}
