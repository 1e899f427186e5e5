package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a process to one life of its database. A database that took another one's place may have
 * forgotten commits whose records this process has behind it: it must go back to the database's
 * positions before it commits anything, and a process does that when it starts. So the first life
 * that is seen is the only one; in another one every batch fails, nothing is acknowledged, and the
 * listener is told that a restart is due. Thread-safe; blocks on the database.
 */
public final class OneLife {
  private static final String CONNECTION_FAILURE = "08006";

  private final Consumer<String> inAnotherLife;
  private final AtomicReference<@Nullable DatabaseLife> first = new AtomicReference<>();

  /**
   * A guard that has seen no database yet.
   *
   * @param inAnotherLife hears a sentence, at each attempt; doesn't block
   */
  public OneLife(Consumer<String> inAnotherLife) {
    this.inAnotherLife = inAnotherLife;
  }

  /**
   * Holds the database of this transaction against the first one.
   *
   * @throws SQLException of class 08 if it is another one: the transaction must be rolled back
   */
  void check(Connection connection) throws SQLException {
    DatabaseLife now = DatabaseLife.read(connection);
    DatabaseLife before = first.compareAndExchange(null, now);
    if (before != null && !before.equals(now)) {
      String why =
          "the database is another one than this process began with (%s, not %s) and may have forgotten commits; a restart goes on from its positions"
              .formatted(now, before);
      inAnotherLife.accept(why);
      throw new SQLNonTransientConnectionException(why, CONNECTION_FAILURE);
    }
  }
}
