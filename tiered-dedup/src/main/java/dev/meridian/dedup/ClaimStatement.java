package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Three statements in one round trip: take the shared lock, read the generations, insert the keys
 * that nobody holds. Each has a snapshot of its own, taken when it begins: so the second and third
 * see what was committed while the first waited.
 *
 * <p>Source: PostgreSQL manual, 13.2.1 "Read Committed Isolation Level", and 54.2.4 "Pipelining".
 * Stateless, thread-safe.
 */
final class ClaimStatement {

  /**
   * The probe of sealed generations is a scalar subquery so that it stays an index look-up per key,
   * whatever the statistics say of a table that was just opened.
   */
  private static final String PIPELINE =
      """
      SELECT pg_advisory_xact_lock_shared(%s), current_setting('transaction_isolation'), now(),
             %s;
      %s;
      WITH inserted AS (
      INSERT INTO dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
      SELECT ?, claimed.key, now_open.current, claimed.fingerprint, claimed.fingerprint_version
        FROM dedup_generation now_open
       CROSS JOIN unnest(?, ?, ?) AS claimed (key, fingerprint, fingerprint_version)
       WHERE now_open.floor = now_open.current
          OR (SELECT true
                FROM dedup_key sealed
               WHERE sealed.consumer_group = ?
                 AND sealed.key = claimed.key COLLATE "C"
                 AND sealed.generation >= now_open.floor
                 AND sealed.generation < now_open.current
               LIMIT 1) IS NULL
       ORDER BY claimed.key COLLATE "C"
      ON CONFLICT DO NOTHING
      RETURNING key)
      SELECT count(*),
             CASE WHEN count(*) < ? THEN (SELECT array_agg(key) FROM inserted) END,
             CASE WHEN count(*) > 0 THEN pg_current_xact_id_if_assigned()::text END
        FROM inserted
      """
          .formatted("%s", Incarnation.COLUMNS, Generations.READ);

  private static final String CURRENT_TRANSACTION = "SELECT pg_current_xact_id_if_assigned()::text";

  private static final int TRANSACTION = 3;

  private final String sql;

  ClaimStatement(DedupTables tables) {
    this.sql = tables.in(PIPELINE).formatted(tables.writersLock());
  }

  /**
   * What the three statements said.
   *
   * @param now when the transaction began, by the database's clock: when its keys were first seen
   * @param inserted the keys that nobody held
   * @param transaction the number of the transaction, if it inserted any
   */
  record Answer(
      Generations generations,
      Instant now,
      Incarnation incarnation,
      Collection<String> inserted,
      @Nullable String transaction) {}

  Answer run(Connection connection, String consumerGroup, Collection<DedupKey> keys)
      throws SQLException {
    checkInTransaction(connection);
    try (PreparedStatement pipeline = connection.prepareStatement(sql)) {
      pipeline.setString(1, consumerGroup);
      KeyArrays.bind(pipeline, 2, keys);
      pipeline.setString(5, consumerGroup);
      pipeline.setInt(6, keys.size());
      pipeline.execute();
      return read(pipeline, keys);
    }
  }

  private static Answer read(PreparedStatement pipeline, Collection<DedupKey> keys)
      throws SQLException {
    Instant now;
    Incarnation incarnation;
    try (ResultSet row = pipeline.getResultSet()) {
      row.next();
      checkReadCommitted(row.getString(2));
      now = instant(row, 3);
      incarnation = Incarnation.read(row, 4);
    }
    pipeline.getMoreResults();
    Generations generations;
    try (ResultSet row = pipeline.getResultSet()) {
      generations = Generations.read(row);
    }
    pipeline.getMoreResults();
    try (ResultSet row = pipeline.getResultSet()) {
      row.next();
      return new Answer(
          generations, now, incarnation, inserted(row, keys), row.getString(TRANSACTION));
    }
  }

  /** The database names keys only where it inserted some and not others: mostly it is all. */
  private static Collection<String> inserted(ResultSet row, Collection<DedupKey> keys)
      throws SQLException {
    int count = row.getInt(1);
    if (count == keys.size()) {
      return keys.stream().map(DedupKey::key).toList();
    }
    return count == 0 ? List.of() : List.of((String[]) row.getArray(2).getArray());
  }

  /**
   * With a snapshot for the whole transaction, a row that commits while the insert waits would be
   * neither inserted nor found.
   */
  static void checkReadCommitted(String isolation) {
    if (!isolation.equals("read committed")) {
      throw new IllegalStateException(
          "claiming needs READ COMMITTED, but this transaction is "
              + isolation.toUpperCase(Locale.ROOT)
              + "; begin it with TRANSACTION_READ_COMMITTED");
    }
  }

  static void checkInTransaction(Connection connection) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalStateException(
          "claiming needs the caller's transaction, but this connection commits each statement;"
              + " call setAutoCommit(false)");
    }
  }

  /**
   * COMMIT in a transaction that has failed is a ROLLBACK, and COMMIT after one that somebody ended
   * says nothing: work that swallows an exception of the database, or ends the transaction (and
   * maybe begins another), would be told that all is committed.
   *
   * @param transaction the one that claimed
   * @throws SQLException SQLSTATE 25P02 after a swallowed exception
   */
  static void checkStillIn(Connection connection, @Nullable String transaction)
      throws SQLException {
    try (PreparedStatement ask = connection.prepareStatement(CURRENT_TRANSACTION);
        ResultSet row = ask.executeQuery()) {
      row.next();
      if (transaction != null && !transaction.equals(row.getString(1))) {
        throw new IllegalStateException(
            "the work ended the transaction that it was given: commit and rollback are the caller's");
      }
    }
  }

  static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
