package dev.meridian.stack;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A standby of a {@link PostgresServer}, which streams through a {@link Link} of its own, so that
 * it can be cut off as by a partition.
 *
 * <p>After {@link #promote} it is a primary of its own on timeline 2 (or the next one), and the old
 * primary knows nothing of that. Thread-safe; what blocks says so.
 */
public final class PostgresReplica implements AutoCloseable {

  private static final Duration PROMOTION_LIMIT = Duration.ofSeconds(60);

  private final PostgresServer server;
  private final Link stream;

  PostgresReplica(PostgresServer server, Link stream) {
    this.server = server;
    this.stream = stream;
  }

  /** The standby itself: read-only until promoted; can be stopped, killed and started. */
  public PostgresServer server() {
    return server;
  }

  /** Silences its stream; it goes on answering with what it has. Does not block. */
  public void cutOff() {
    stream.cut();
  }

  /** Lets the stream go on, what was missed first. Does not block. */
  public void reconnect() {
    stream.heal();
  }

  /** Makes it a primary with all that has reached it; blocks until it takes writes. */
  public void promote() {
    server.execute("select pg_promote(false)");
    Await.until(server.name() + " to be promoted", PROMOTION_LIMIT, () -> !inRecovery());
  }

  /** Stops the server and its stream; blocks. */
  @Override
  public void close() {
    server.stop();
    stream.close();
  }

  private boolean inRecovery() throws SQLException {
    try (Connection connection = server.dataSource(PostgresServer.USER).getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select pg_is_in_recovery()")) {
      return row.next() && row.getBoolean(1);
    }
  }
}
