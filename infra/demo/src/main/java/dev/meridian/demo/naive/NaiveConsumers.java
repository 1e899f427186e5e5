package dev.meridian.demo.naive;

import dev.meridian.demo.naive.MovedTwice.Movement;
import dev.meridian.demo.watch.Backlog;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/** The naive consumers of all regions. Blocks; for one thread. */
public final class NaiveConsumers implements AutoCloseable {
  private static final Duration CATCH_UP_LIMIT = Duration.ofSeconds(60);
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
  private static final String BY_INTENT =
      """
      select business_key, min(currency), count(*), sum(amount_minor), max(amount_minor)
        from movement
       group by business_key
      """;

  private final Backlog backlog;
  private final Map<String, NaiveConsumer> byRegion = new HashMap<>();

  public NaiveConsumers(Backlog backlog) {
    this.backlog = backlog;
  }

  /** Begins to consume in a region; the database gets a table. */
  public void add(String region, String bootstrap, DataSource database) throws SQLException {
    List<String> topics = backlog.paymentTopics(region);
    byRegion.put(region, new NaiveConsumer(region, bootstrap, topics, database));
  }

  /**
   * Waits until everything was consumed, then adds up.
   *
   * @throws IllegalStateException if one has failed or doesn't catch up
   */
  public MovedTwice result() throws SQLException {
    long deadlineNanos = System.nanoTime() + CATCH_UP_LIMIT.toNanos();
    List<Movement> movements = new ArrayList<>();
    for (Map.Entry<String, NaiveConsumer> each : byRegion.entrySet()) {
      awaitCaughtUp(each.getKey(), each.getValue(), deadlineNanos);
      movements.addAll(movements(each.getValue().database()));
    }
    return MovedTwice.of(movements);
  }

  private void awaitCaughtUp(String region, NaiveConsumer consumer, long deadlineNanos) {
    while (unread(region) > 0) {
      Exception failure = consumer.failure();
      if (failure != null || System.nanoTime() - deadlineNanos > 0) {
        throw new IllegalStateException(
            "the naive consumer of %s has not caught up: %s".formatted(region, failure), failure);
      }
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  private long unread(String region) {
    return backlog
        .offsets(region)
        .unacknowledged(NaiveConsumer.GROUP, backlog.paymentTopics(region));
  }

  private static List<Movement> movements(DataSource database) throws SQLException {
    List<Movement> movements = new ArrayList<>();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(BY_INTENT)) {
      while (rows.next()) {
        movements.add(
            new Movement(
                rows.getString(1),
                rows.getString(2),
                rows.getLong(3),
                rows.getLong(4),
                rows.getLong(5)));
      }
    }
    return movements;
  }

  @Override
  public void close() {
    byRegion.values().forEach(NaiveConsumer::close);
  }
}
