package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Leases blocks from the table {@code id_block} of PostgreSQL and logs each in {@code id_lease}.
 *
 * <p>One lease is one transaction of its own with {@code synchronous_commit} on, whatever the
 * session says, and one atomic statement that also reads which server it runs on. Guarantees:
 *
 * <ul>
 *   <li>on one server two leases of a row follow one another, by its row lock;
 *   <li>the epoch is {@code (timeline + offset) × 4 + raise}. A replica that is promoted, and may
 *       have forgotten the last leases, has a higher timeline, hence an epoch never used before;
 *   <li>a server whose system identifier is not the remembered one (upgrade, restore from a dump),
 *       or whose timeline is below the remembered one (left behind by a promotion), is refused;
 *   <li>a lease below what the caller had is rolled back, its connection discarded, and another
 *       connection tried, {@value #MAX_ATTEMPTS} at most.
 * </ul>
 *
 * <p>Not covered: two siblings promoted from one parent share a timeline, and a snapshot that is
 * started keeps the old one. Quorum commit and one WAL archive prevent the first; the second needs
 * {@code minEpoch} above every epoch used.
 *
 * <p>The data source must not enlist its connections in a transaction of the caller, else the lease
 * would be rolled back with it: such a connection refuses and the lease throws. Blocks for two
 * round trips and a commit. Thread-safe.
 *
 * <p>Source: PostgreSQL manual, 9.28.4 "Backup Control Functions" (WAL file names begin with the
 * timeline) and 9.27.12 "Control Data Functions".
 */
public final class PostgresBlockStore implements BlockStore {

  private static final int MAX_ATTEMPTS = 3;
  private static final int EPOCHS_PER_TIMELINE = 4;

  private static final String OWN_DURABLE_TRANSACTION =
      """
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      SET LOCAL synchronous_commit = on
      """;

  /** {@code excluded.next_sequence} is the block's size. */
  private static final String LEASE =
      """
      WITH server AS (
        SELECT (pg_control_system()).system_identifier,
               ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
      ),
      leased AS (
        INSERT INTO id_block AS remembered
               (region, kind, region_number, system_identifier, timeline,
                epoch_offset, epoch_raise, next_sequence)
        SELECT ?, ?, ?, server.system_identifier, server.timeline, ?, 0, ?
          FROM server
        ON CONFLICT (region, kind) DO UPDATE
           SET timeline      = excluded.timeline,
               epoch_offset  = greatest(remembered.epoch_offset, excluded.epoch_offset),
               epoch_raise   = CASE WHEN remembered.next_sequence + excluded.next_sequence <= 1::bigint << 41
                                    THEN remembered.epoch_raise
                                    ELSE remembered.epoch_raise + 1 END,
               next_sequence = CASE WHEN remembered.next_sequence + excluded.next_sequence <= 1::bigint << 41
                                    THEN remembered.next_sequence + excluded.next_sequence
                                    ELSE excluded.next_sequence END
         WHERE remembered.region_number = excluded.region_number
           AND remembered.system_identifier = excluded.system_identifier
           AND remembered.timeline <= excluded.timeline
           AND (remembered.next_sequence + excluded.next_sequence <= 1::bigint << 41
                OR remembered.epoch_raise < 3)
        RETURNING region, kind, epoch, next_sequence
      ),
      logged AS (
        INSERT INTO id_lease (region, kind, epoch, first, last, node)
        SELECT region, kind, epoch, next_sequence - ?, next_sequence - 1, ?
          FROM leased
        RETURNING epoch, first
      )
      SELECT epoch, first FROM logged
      """;

  private static final int ANSWER_WITHIN_MILLIS = 5_000;

  private final DataSource dataSource;
  private final String node;
  private final int minOffset;

  /**
   * A store that demands no least epoch.
   *
   * @param node who leases, for the log: a pod's name for example; need not be unique
   */
  public PostgresBlockStore(DataSource dataSource, String node) {
    this(dataSource, node, 0);
  }

  /**
   * A store with a least epoch.
   *
   * @param node who leases, for the log: a pod's name for example; need not be unique
   * @param minEpoch every block's epoch is at least this, 0 to 16,383: what a restore of the
   *     database can't take back, so set above all epochs used before one. All instances must have
   *     the same
   */
  public PostgresBlockStore(DataSource dataSource, String node, int minEpoch) {
    if (minEpoch < 0 || minEpoch > IdLayout.MAX_EPOCH) {
      throw new IllegalArgumentException(
          "min-epoch " + minEpoch + " is not 0 to " + IdLayout.MAX_EPOCH);
    }
    this.dataSource = dataSource;
    this.node = node;
    // The offset, and not the epoch, is lifted: so a promotion still raises the epoch above it.
    this.minOffset = (minEpoch + EPOCHS_PER_TIMELINE - 1) / EPOCHS_PER_TIMELINE;
  }

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try (Connection connection = dataSource.getConnection()) {
        Block block = leaseAbove(connection, kind, region, size, above);
        if (block != null) {
          return block;
        }
      } catch (SQLException e) {
        throw new LeaseException(
            "no block of %s ids for %s could be leased: %s".formatted(kind, region, e.getMessage()),
            e);
      }
    }
    throw new LeaseException(
        "%d connections reached a database whose %s ids of %s are behind those already given out: it is an old primary or an unannounced restore; let the data source reach the current primary"
            .formatted(MAX_ATTEMPTS, kind, region),
        null);
  }

  /**
   * Null if the server is behind what was given out. A failover without a word leaves a connection
   * that never answers: it is given up after some seconds, and a new one is tried. Source: JDBC
   * 4.3, {@link Connection#setNetworkTimeout}.
   */
  private @Nullable Block leaseAbove(
      Connection connection, IdKind kind, Region region, int size, long above) throws SQLException {
    int usualMillis = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, ANSWER_WITHIN_MILLIS);
    try {
      connection.setAutoCommit(false);
      Block block = leaseIn(connection, kind, region, size);
      if (block.firstValue() > above) {
        connection.commit();
        return block;
      }
      discard(connection);
      return null;
    } finally {
      if (!connection.isClosed()) {
        connection.setNetworkTimeout(Runnable::run, usualMillis);
      }
    }
  }

  private Block leaseIn(Connection connection, IdKind kind, Region region, int size)
      throws SQLException {
    try (Statement settings = connection.createStatement()) {
      settings.execute(OWN_DURABLE_TRANSACTION);
    }
    try (PreparedStatement lease = connection.prepareStatement(LEASE)) {
      lease.setString(1, region.code());
      lease.setString(2, kind.code());
      lease.setInt(3, region.number());
      lease.setInt(4, minOffset);
      lease.setLong(5, size);
      lease.setLong(6, size);
      lease.setString(7, node);
      try (ResultSet row = lease.executeQuery()) {
        if (!row.next()) {
          throw LeaseRefusal.explain(connection, kind, region);
        }
        return new Block(region, row.getInt(1), row.getLong(2), size);
      }
    }
  }

  /** The server behind this connection is left behind: nobody shall get the connection again. */
  private static void discard(Connection connection) throws SQLException {
    connection.rollback();
    connection.abort(Runnable::run);
  }
}
