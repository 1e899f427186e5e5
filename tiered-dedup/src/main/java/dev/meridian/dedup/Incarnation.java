package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Which life of the database a commit belongs to. A mark that was written after a commit proves
 * nothing to a database that may have forgotten that commit: one that was promoted from a replica
 * (another timeline), made anew (another system identifier), or restored (another restore counter);
 * nor to another database or set of tables of the same server, which may share a Redis with it.
 *
 * <p>Source: PostgreSQL manual, 9.28.4 "Backup Control Functions": the name of the current WAL file
 * begins with the timeline, and only a primary tells it. {@code pg_control_checkpoint()} won't do:
 * it lags after a promotion.
 *
 * @param systemIdentifier drawn by initdb
 * @param timeline raised by each promotion
 * @param tables the object identifiers of the database (upper half) and of {@code dedup_restore}
 * @param restoreCounter raised by hand after each restore, snapshot or upgrade
 */
record Incarnation(long systemIdentifier, int timeline, long tables, long restoreCounter) {

  /** The columns of {@link #read(ResultSet, int)}; a replica refuses (SQLSTATE 55000). */
  static final String COLUMNS =
      """
      (SELECT system_identifier FROM pg_control_system()),
             ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int,
             (SELECT oid::bigint << 32 FROM pg_database WHERE datname = current_database())
               | 'dedup_restore'::regclass::oid::bigint,
             (SELECT counter FROM dedup_restore)""";

  private static final int WIDTH = 4;

  private static final String READ =
      "SELECT " + COLUMNS + ", current_setting('transaction_isolation')\n";

  /**
   * Asks the database that this transaction runs on.
   *
   * @throws IllegalStateException unless it is READ COMMITTED: in an older snapshot a raised
   *     restore counter isn't seen
   */
  static Incarnation read(Connection connection, DedupTables tables) throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(tables.in(READ));
        ResultSet row = read.executeQuery()) {
      row.next();
      ClaimStatement.checkReadCommitted(row.getString(WIDTH + 1));
      return read(row, 1);
    }
  }

  static Incarnation read(ResultSet row, int firstColumn) throws SQLException {
    Incarnation read =
        new Incarnation(
            row.getLong(firstColumn),
            row.getInt(firstColumn + 1),
            row.getLong(firstColumn + 2),
            row.getLong(firstColumn + 3));
    if (row.wasNull()) {
      throw new IllegalStateException(
          "dedup_restore has no row; insert one with a counter above all that were used");
    }
    return read;
  }
}
