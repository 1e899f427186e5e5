package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
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
 *       connection tried, {@value #MAX_ATTEMPTS} at most;
 *   <li>a region's number that differs from the one the database remembers is refused.
 * </ul>
 *
 * <p>Not covered: two siblings promoted from one parent share a timeline, and a snapshot that is
 * started keeps the old one. Quorum commit and one WAL archive prevent the first; the second needs
 * {@code minEpoch} above every epoch used.
 *
 * <p>The data source must not enlist its connections in a transaction of the caller, else the lease
 * would be rolled back with it: such a connection refuses and the lease throws. Blocks for three
 * round trips, each of which the database must answer within {@link #ANSWER_WITHIN} unless told
 * otherwise, and for as long as the data source takes to give a connection: give it a limit there,
 * below the five seconds that callers wait. Thread-safe.
 *
 * <p>Source: PostgreSQL manual, 9.28.4 "Backup Control Functions" (WAL file names begin with the
 * timeline) and 9.27.12 "Control Data Functions".
 */
public final class PostgresBlockStore implements BlockStore {

  /**
   * How long the database may take to answer, unless told otherwise: two seconds. A failover
   * without a word leaves connections that never answer; after this the next one is tried, well
   * before a caller gives up.
   */
  public static final Duration ANSWER_WITHIN = Duration.ofSeconds(2);

  /**
   * Greatest least epoch. Above it no timeline has an epoch: the lowest timeline is 1, and {@code
   * (1 + offset) × 4 + 3} fits 14 bits.
   */
  public static final int GREATEST_MIN_EPOCH =
      IdLayout.MAX_EPOCH + 1 - 2 * IdLayout.EPOCHS_PER_TIMELINE;

  private static final int MAX_ATTEMPTS = 3;

  private static final String OWN_DURABLE_TRANSACTION =
      """
      SET TRANSACTION ISOLATION LEVEL READ COMMITTED;
      SET LOCAL synchronous_commit = on
      """;

  /**
   * {@code excluded.next_sequence} is the block's size. No row comes back if this server may not
   * lease: {@link LeaseRefusal} says why. What a start has remembered is looked at here again:
   * another instance with another configuration may have started since.
   */
  private static final String LEASE =
      """
      WITH server AS (
        SELECT (pg_control_system()).system_identifier,
               ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
      ),
      leased AS (
        INSERT INTO id_block AS remembered
               (region, kind, region_number, system_identifier, timeline,
                epoch_offset, epoch_raise, next_sequence, leases)
        SELECT ?, ?, ?, server.system_identifier, server.timeline, ?, 0, ?, 1
          FROM server
         WHERE server.timeline + ? < 1 << 12
           AND NOT EXISTS (SELECT FROM id_region WHERE (code = ?) <> (number = ?))
           AND (NOT EXISTS (SELECT FROM id_database)
                OR EXISTS (SELECT FROM id_region, id_kind JOIN id_database ON owner = name
                            WHERE code = ? AND kind = ?))
        ON CONFLICT (region, kind) DO UPDATE
           SET leases        = remembered.leases + 1,
               timeline      = excluded.timeline,
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
           AND remembered.epoch_offset + excluded.timeline < 1 << 12
           AND (remembered.next_sequence + excluded.next_sequence <= 1::bigint << 41
                OR remembered.epoch_raise < 3)
        RETURNING region, kind, epoch, next_sequence, leases
      ),
      logged AS (
        INSERT INTO id_lease (region, kind, epoch, first, last, node, number)
        SELECT region, kind, epoch, next_sequence - ?, next_sequence - 1, ?, leases
          FROM leased
        RETURNING epoch, first
      )
      SELECT epoch, first FROM logged
      """;

  private final DataSource dataSource;
  private final String node;
  private final int minOffset;
  private final int answerWithinMillis;

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
   * @param minEpoch every block's epoch is at least this, 0 to {@link #GREATEST_MIN_EPOCH}: what a
   *     restore of the database can't take back, so set above all epochs used before one. All
   *     instances must have the same
   * @throws IllegalArgumentException if the least epoch is out of range
   */
  public PostgresBlockStore(DataSource dataSource, String node, int minEpoch) {
    this(dataSource, node, minEpoch, ANSWER_WITHIN);
  }

  /**
   * A store with a least epoch and a time-out of its own.
   *
   * @param node who leases, for the log: a pod's name for example; need not be unique
   * @param minEpoch as above
   * @param answerWithin how long the database may take to answer, 1 ms to an hour; shorter than a
   *     caller waits ({@link LeaseSettings#waitAtMost}), else nobody sees the second try
   * @throws IllegalArgumentException if the least epoch or the time is out of range
   */
  public PostgresBlockStore(
      DataSource dataSource, String node, int minEpoch, Duration answerWithin) {
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    this.node = checkNode(node);
    // The offset, and not the epoch, is lifted: so a promotion still raises the epoch above it.
    this.minOffset = IdLayout.offsetAtLeast(checkMinEpoch(minEpoch));
    this.answerWithinMillis = checkMillis(answerWithin);
  }

  private static String checkNode(String node) {
    Objects.requireNonNull(node, "node");
    if (node.isBlank() || node.indexOf('\0') >= 0) {
      throw new IllegalArgumentException(
          "node " + Quoted.of(node) + " is no name; take the host's or the pod's");
    }
    return node;
  }

  private static int checkMinEpoch(int minEpoch) {
    if (minEpoch < 0 || minEpoch > GREATEST_MIN_EPOCH) {
      throw new IllegalArgumentException(
          "min-epoch %d is not 0 to %d; set it just above the highest epoch ever used"
              .formatted(minEpoch, GREATEST_MIN_EPOCH));
    }
    return minEpoch;
  }

  private static int checkMillis(Duration answerWithin) {
    Objects.requireNonNull(answerWithin, "answerWithin");
    if (answerWithin.compareTo(Duration.ofMillis(1)) < 0
        || answerWithin.compareTo(Duration.ofHours(1)) > 0) {
      throw new IllegalArgumentException(
          "an answer within " + answerWithin + " is not 1 ms to an hour; take a second or two");
    }
    return (int) answerWithin.toMillis();
  }

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    Block.checkSize(size);
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      try (Connection connection = dataSource.getConnection()) {
        Block block = leaseAbove(connection, kind, region, size, above);
        if (block != null) {
          return block;
        }
      } catch (LeaseException e) {
        throw e;
      } catch (SQLException | RuntimeException e) { // pools throw both
        throw new LeaseException(
            "no block of %s ids for %s could be leased: %s"
                .formatted(kind, region, Quoted.firstLine(e)),
            e);
      }
    }
    throw new LeaseException(
        "%d connections reached a database whose %s ids of %s are behind those already given out: it is an old primary or an unannounced restore; let the data source reach the current primary"
            .formatted(MAX_ATTEMPTS, kind, region),
        null);
  }

  /**
   * Null if the server is behind what was given out. Source of the time-out: JDBC 4.3, {@link
   * Connection#setNetworkTimeout}.
   */
  private @Nullable Block leaseAbove(
      Connection connection, IdKind kind, Region region, int size, long above) throws SQLException {
    int usualMillis = connection.getNetworkTimeout();
    connection.setNetworkTimeout(Runnable::run, answerWithinMillis);
    try {
      connection.setAutoCommit(false);
      Block block = leaseIn(connection, kind, region, size);
      if (block.firstValue() > above) {
        connection.commit();
        return block;
      }
      discard(connection);
      return null;
    } catch (SQLException e) {
      if (SchemaFault.isOne(e)) {
        throw LeaseRefusal.of(kind, region, SchemaFault.sentence(connection, e), e);
      }
      throw e;
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
      lease.setInt(6, minOffset);
      lease.setString(7, region.code());
      lease.setInt(8, region.number());
      lease.setString(9, region.code());
      lease.setString(10, kind.code());
      lease.setLong(11, size);
      lease.setString(12, node);
      try (ResultSet row = lease.executeQuery()) {
        if (!row.next()) {
          throw LeaseRefusal.explain(connection, kind, region, minOffset);
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
