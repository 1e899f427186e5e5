package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Which generations there are, as of a statement begun after the shared lock was taken: they stay
 * until the transaction ends.
 *
 * @param current all writers write to it
 * @param floor the oldest that still has its table; those from here to below current are sealed
 * @param segmentVersion which Bloom filter segments stand for those below the floor
 */
record Generations(int current, int floor, long segmentVersion) {

  /**
   * Advisory lock of the database ("mrdnDDUP" in ASCII): writers share it, whoever opens, seals or
   * drops a generation takes it alone.
   */
  static final long LOCK = 0x6D72_646E_4444_5550L;

  private static final String LOCK_SHARED =
      """
      SELECT pg_advisory_xact_lock_shared(?), current_setting('transaction_isolation')
      """;

  /** A statement of its own: the one that waits for the lock has an older snapshot. */
  private static final String READ =
      """
      SELECT current, floor, segment_version FROM dedup_generation
      """;

  /** Holds the generations still until the transaction ends, and says what they are. */
  static Generations hold(Connection connection) throws SQLException {
    lockShared(connection);
    try (PreparedStatement read = connection.prepareStatement(READ);
        ResultSet row = read.executeQuery()) {
      if (!row.next()) {
        throw new IllegalStateException(
            "dedup_generation has no row; run the migrations of db/dedup, or restore the row from"
                + " the names of the partitions of dedup_key");
      }
      return new Generations(row.getInt(1), row.getInt(2), row.getLong(3));
    }
  }

  private static void lockShared(Connection connection) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "claiming needs the caller's transaction, but this connection commits each statement;"
              + " call setAutoCommit(false)");
    }
    try (PreparedStatement lock = connection.prepareStatement(LOCK_SHARED)) {
      lock.setLong(1, LOCK);
      try (ResultSet row = lock.executeQuery()) {
        row.next();
        checkReadCommitted(row.getString(2));
      }
    }
  }

  /**
   * With a snapshot for the whole transaction, a row that commits while the insert waits would be
   * neither inserted nor found.
   */
  private static void checkReadCommitted(String isolation) {
    if (!isolation.equals("read committed")) {
      throw new IllegalStateException(
          "claiming needs READ COMMITTED, but this transaction is "
              + isolation.toUpperCase(Locale.ROOT)
              + "; begin it with TRANSACTION_READ_COMMITTED");
    }
  }
}
