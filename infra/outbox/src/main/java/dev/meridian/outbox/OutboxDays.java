package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

/**
 * The partitions of the outbox: a new one about daily, and the oldest dropped when it was closed
 * longer ago than rows are kept, all its rows are sent, and none awaits an answer. A row that can't
 * be sent keeps its whole day. The next day's partition is attached when this day is opened, so
 * that every writer knows it when its turn comes.
 *
 * <p>Opening and dropping are transactions of their own: the one succeeds whatever becomes of the
 * other. Any number of instances may call. Thread-safe; blocks on the database; dropping waits at
 * most 200 ms for its lock, for which writers wait meanwhile, and is tried again at the next call.
 */
public final class OutboxDays {
  /** How often {@link #maintain} is to be called. */
  public static final Duration MAINTAIN_EVERY = Duration.ofMinutes(1);

  private static final Duration DAY = Duration.ofDays(1);

  /** Above {@code transaction_timeout}: a writer from before the attachment may not know of it. */
  private static final Duration ATTACHED_FOR = Duration.ofMinutes(1);

  private final DataSource database;
  private final Duration day;
  private final Duration attachedFor;
  private final Duration keep;

  /**
   * @param database gives connections outside of any transaction of the caller
   * @param keep how long a day is kept after it was closed
   */
  public OutboxDays(DataSource database, Duration keep) {
    this(database, DAY, ATTACHED_FOR, keep);
  }

  OutboxDays(DataSource database, Duration day, Duration attachedFor, Duration keep) {
    if (keep.isNegative()) {
      throw new IllegalArgumentException("the outbox can't be kept for " + keep);
    }
    this.database = database;
    this.day = day;
    this.attachedFor = attachedFor;
    this.keep = keep;
  }

  /** Opens a day and drops days, if it is time. */
  public void maintain() throws SQLException {
    openIfDue();
    while (dropIfDue().isPresent()) {
      // each by itself, so that writers get in between
    }
  }

  /** Whether a new day was opened. */
  boolean openIfDue() throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement open =
            connection.prepareStatement(
                "select outbox_open_day(? * interval '1 millisecond', ? * interval '1 millisecond')")) {
      open.setLong(1, day.toMillis());
      open.setLong(2, attachedFor.toMillis());
      try (ResultSet row = open.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }

  /** The day that was dropped. */
  Optional<Integer> dropIfDue() throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        Optional<Integer> dropped = drop(connection);
        connection.commit();
        return dropped;
      } catch (SQLException | RuntimeException e) {
        connection.rollback();
        throw e;
      } finally {
        connection.setAutoCommit(true);
      }
    }
  }

  private Optional<Integer> drop(Connection connection) throws SQLException {
    try (Statement settings = connection.createStatement()) {
      settings.execute("set local lock_timeout = '200ms'");
    }
    try (PreparedStatement drop =
        connection.prepareStatement("select outbox_drop_day(? * interval '1 millisecond')")) {
      drop.setLong(1, keep.toMillis());
      try (ResultSet row = drop.executeQuery()) {
        return row.next() && row.getInt(1) > 0 ? Optional.of(row.getInt(1)) : Optional.empty();
      }
    }
  }
}
