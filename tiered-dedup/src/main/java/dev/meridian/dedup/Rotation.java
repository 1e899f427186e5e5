package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;

/**
 * Opens the next generation when the current one is old enough by the database's clock, and seals
 * those that are no longer written to. Any instance may run it as often as it likes: one does it,
 * the others find nothing to do.
 *
 * <p>The clock decides when to rotate, never where a key belongs: writers hold the generations
 * still, by a shared advisory lock, until they commit, and the switch takes that lock alone. So it
 * waits for the transactions that are open, and new ones wait behind it: the lock time-out begins
 * at {@value #FIRST_LOCK_TIMEOUT_MILLIS} ms, doubles with each attempt up to {@value
 * #LAST_LOCK_TIMEOUT_MILLIS} ms, and writers get as long a turn between two attempts. No session's
 * time zone plays a part. A generation that has no successor in time is written to for longer:
 * nothing is refused.
 *
 * <p>Nothing is ever dropped. Blocks; thread-safe.
 */
public final class Rotation implements AutoCloseable {

  static final int FIRST_LOCK_TIMEOUT_MILLIS = 200;
  static final int LAST_LOCK_TIMEOUT_MILLIS = 5_000;
  private static final int ATTEMPTS = 10;

  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String DEADLOCK = "40P01";

  private static final String READ_DUE =
      """
      SELECT dedup_generation.current,
             log.opened_at + make_interval(secs => ?) <= clock_timestamp() AS due,
             next.generation IS NOT NULL AS prepared
        FROM dedup_generation
        JOIN dedup_generation_log log ON log.generation = dedup_generation.current
        LEFT JOIN dedup_generation_log next ON next.generation = dedup_generation.current + 1
      """;

  private static final String OPEN =
      """
      WITH moved AS (
        UPDATE dedup_generation SET current = current + 1 WHERE current = ? RETURNING current)
      UPDATE dedup_generation_log SET opened_at = clock_timestamp()
        FROM moved
       WHERE generation = moved.current
      """;

  private static final String READ_UNSEALED =
      """
      SELECT log.generation
        FROM dedup_generation_log log, dedup_generation
       WHERE log.generation < dedup_generation.current AND log.sealed_at IS NULL
       ORDER BY log.generation
      """;

  private static final String READ_STATE =
      """
      SELECT dedup_generation.current,
             dedup_generation.current - dedup_generation.floor + 1,
             (SELECT extract(epoch FROM clock_timestamp() - opened_at) - ?
                FROM dedup_generation_log WHERE generation = dedup_generation.current),
             (SELECT count(*) FROM dedup_generation_log
               WHERE generation < dedup_generation.current AND sealed_at IS NULL),
             (SELECT extract(epoch FROM clock_timestamp() - min(next.opened_at))
                FROM dedup_generation_log log
                JOIN dedup_generation_log next ON next.generation = log.generation + 1
               WHERE log.generation < dedup_generation.current AND log.sealed_at IS NULL)
        FROM dedup_generation
      """;

  private final DataSource database;
  private final DedupTables tables;
  private final RotationPlan plan;
  private final GenerationTables generationTables;
  private final CountDownLatch closed = new CountDownLatch(1);

  /**
   * @param database gives connections of their own, not those of a transaction that the caller is
   *     in
   */
  public Rotation(DataSource database, DedupTables tables, RotationPlan plan) {
    this.database = database;
    this.tables = tables;
    this.plan = plan;
    this.generationTables = new GenerationTables(tables);
  }

  /**
   * Opens the next generation if it is time, and seals what is to be sealed.
   *
   * @return the generation that was opened; empty if it wasn't time, or another instance is at it
   * @throws SQLException also if writers held on to their locks through all attempts: the next call
   *     goes on where this one ended
   */
  public OptionalInt run() throws SQLException, InterruptedException {
    OptionalInt opened = OptionalInt.empty();
    OptionalInt due = withLocks(this::prepare);
    if (due.isPresent()) {
      opened = withLocks(connection -> open(connection, due.getAsInt()));
    }
    for (int unsealed : unsealed()) {
      withLocks(connection -> seal(connection, unsealed));
    }
    return opened;
  }

  /** How rotation stands. */
  public GenerationState state() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement read = connection.prepareStatement(tables.in(READ_STATE))) {
      read.setDouble(1, seconds());
      try (ResultSet row = read.executeQuery()) {
        row.next();
        return new GenerationState(
            row.getInt(1),
            row.getInt(2),
            notNegative(row.getDouble(3)),
            row.getInt(4),
            notNegative(row.getDouble(5)));
      }
    }
  }

  /** Ends waiting between attempts. */
  @Override
  public void close() {
    closed.countDown();
  }

  /** A step in a transaction of its own. */
  private interface Step {
    OptionalInt run(Connection connection) throws SQLException;
  }

  private OptionalInt withLocks(Step step) throws SQLException, InterruptedException {
    int timeoutMillis = FIRST_LOCK_TIMEOUT_MILLIS;
    for (int attempt = 1; ; attempt++) {
      try {
        return inTransaction(step, timeoutMillis);
      } catch (SQLException e) {
        if (!isLock(e) || attempt == ATTEMPTS) {
          throw e;
        }
      }
      if (closed.await(timeoutMillis, TimeUnit.MILLISECONDS)) {
        throw new InterruptedException("rotation is closed");
      }
      timeoutMillis = Math.min(2 * timeoutMillis, LAST_LOCK_TIMEOUT_MILLIS);
    }
  }

  private OptionalInt inTransaction(Step step, int lockTimeoutMillis) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      try {
        run(connection, "SET LOCAL lock_timeout = " + lockTimeoutMillis);
        OptionalInt result = step.run(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  /** Makes the next generation's tables, beside the writers; says which generation it follows. */
  private OptionalInt prepare(Connection connection) throws SQLException {
    if (!onlyOne(connection)) {
      return OptionalInt.empty();
    }
    try (PreparedStatement read = connection.prepareStatement(tables.in(READ_DUE))) {
      read.setDouble(1, seconds());
      try (ResultSet row = read.executeQuery()) {
        if (!row.next() || !row.getBoolean(2)) {
          return OptionalInt.empty();
        }
        int current = row.getInt(1);
        if (!row.getBoolean(3)) {
          makeTables(connection, current + 1);
        }
        return OptionalInt.of(current);
      }
    }
  }

  void makeTables(Connection connection, int generation) throws SQLException {
    generationTables.create(connection, generation, plan.parts());
    run(
        connection,
        "INSERT INTO dedup_generation_log (generation, parts) VALUES (%d, %d)"
            .formatted(generation, plan.parts()));
  }

  /** The switch itself: waits for open writers; another instance may have made it meanwhile. */
  OptionalInt open(Connection connection, int current) throws SQLException {
    try (Statement lock = connection.createStatement()) {
      lock.execute("SELECT pg_advisory_xact_lock(" + tables.writersLock() + ")");
    }
    try (PreparedStatement open = connection.prepareStatement(tables.in(OPEN))) {
      open.setInt(1, current);
      return open.executeUpdate() == 1 ? OptionalInt.of(current + 1) : OptionalInt.empty();
    }
  }

  private OptionalInt seal(Connection connection, int generation) throws SQLException {
    if (onlyOne(connection) && unsealed(connection).contains(generation)) {
      generationTables.seal(connection, generation);
      run(
          connection,
          "UPDATE dedup_generation_log SET sealed_at = clock_timestamp() WHERE generation = "
              + generation);
    }
    return OptionalInt.empty();
  }

  private boolean onlyOne(Connection connection) throws SQLException {
    try (Statement lock = connection.createStatement();
        ResultSet row =
            lock.executeQuery("SELECT pg_try_advisory_xact_lock(" + tables.rotationLock() + ")")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  private List<Integer> unsealed() throws SQLException {
    try (Connection connection = database.getConnection()) {
      return unsealed(connection);
    }
  }

  private List<Integer> unsealed(Connection connection) throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(tables.in(READ_UNSEALED));
        ResultSet row = read.executeQuery()) {
      List<Integer> unsealed = new ArrayList<>();
      while (row.next()) {
        unsealed.add(row.getInt(1));
      }
      return unsealed;
    }
  }

  private void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(tables.in(sql));
    }
  }

  /** Seconds and not days: a session's time zone makes some days 23 hours long. */
  private double seconds() {
    return plan.every().toMillis() / 1_000.0;
  }

  private static Duration notNegative(double seconds) {
    return seconds <= 0 ? Duration.ZERO : Duration.ofMillis(Math.round(seconds * 1_000));
  }

  private static boolean isLock(SQLException e) {
    return LOCK_NOT_AVAILABLE.equals(e.getSQLState()) || DEADLOCK.equals(e.getSQLState());
  }
}
