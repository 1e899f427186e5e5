package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.DigestSink;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * One REPEATABLE READ, read-only transaction on one database: all its queries see one moment,
 * writers don't notice it. Rows are streamed. Not thread-safe.
 */
final class Snapshot implements AutoCloseable {
  private static final int ROWS_PER_ROUND_TRIP = 2_000;
  private static final int CONNECT_SECONDS = 10;

  private final Connection connection;
  private final Instant at;

  private Snapshot(Connection connection, Instant at) {
    this.connection = connection;
    this.at = at;
  }

  static Snapshot of(String url, RegionAddress address) throws SQLException {
    DriverManager.setLoginTimeout(CONNECT_SECONDS);
    Connection connection = DriverManager.getConnection(url, address.user(), address.password());
    try {
      connection.setAutoCommit(false);
      connection.setReadOnly(true);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      return new Snapshot(connection, begin(connection));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /** The first statement takes the snapshot; the time is read in it. */
  private static Instant begin(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("set local timezone = 'UTC'");
      // A long digest must not die of the service's own limits.
      statement.execute("set local statement_timeout = 0");
      statement.execute("set local transaction_timeout = 0");
      statement.execute("set local idle_in_transaction_session_timeout = 0");
      try (ResultSet row = statement.executeQuery("select clock_timestamp()")) {
        row.next();
        return row.getObject(1, OffsetDateTime.class).toInstant();
      }
    }
  }

  /** The database's clock when the snapshot was taken. */
  Instant at() {
    return at;
  }

  /** Adds every row of a query to the sink, as the JSON object that PostgreSQL makes of it. */
  void write(String query, DigestSink sink) throws SQLException, IOException {
    try (Statement statement = connection.createStatement()) {
      statement.setFetchSize(ROWS_PER_ROUND_TRIP);
      try (ResultSet row =
          statement.executeQuery("select row_to_json(r)::text from (" + query + ") as r")) {
        while (row.next()) {
          sink.add(row.getString(1));
        }
      }
    }
  }

  /** The first column of every row. */
  List<String> texts(String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      while (row.next()) {
        texts.add(row.getString(1));
      }
    }
    return texts;
  }

  long number(String query) throws SQLException {
    return Long.parseLong(texts(query).get(0));
  }

  @Override
  public void close() throws SQLException {
    connection.rollback();
    connection.close();
  }
}
