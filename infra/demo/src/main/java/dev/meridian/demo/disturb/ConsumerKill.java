package dev.meridian.demo.disturb;

import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.Offsets;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.stack.Node;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.TopicPartition;

/**
 * Kills a region-consumer with {@code kill -9} while records of its region are unacknowledged, and
 * starts it again. What comes twice is what its database had passed and Kafka had not: the
 * database's position minus Kafka's committed one, per partition, read while the consumer is dead.
 */
public final class ConsumerKill {

  /** So many records of the region must be unacknowledged. */
  public static final long LEAST_UNACKNOWLEDGED = 100;

  private static final Duration WAIT_LIMIT = Duration.ofSeconds(20);
  private static final Duration SESSIONS_LIMIT = Duration.ofSeconds(10);
  private static final Duration COMMITS_LIMIT = Duration.ofSeconds(5);
  private static final long STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private static final String OPEN_SESSIONS =
      """
      select count(*)
        from pg_stat_activity
       where datname = current_database()
         and application_name = ?
      """;
  private static final String POSITIONS =
      """
      select topic, partition, next_offset
        from consumed_position
       where consumer_group = ?
      """;

  private final Node consumer;
  private final RegionView view;
  private final Offsets offsets;
  private final List<String> topics;

  public ConsumerKill(Node consumer, RegionView view, Backlog backlog) {
    this.consumer = consumer;
    this.view = view;
    this.offsets = backlog.offsets(view.region());
    this.topics = backlog.paymentTopics(view.region());
  }

  /**
   * What was measured.
   *
   * @param region whose consumer it was
   * @param unacknowledged records of its region without an acknowledgement right before the kill
   * @param inHand records without one while it was dead: it can have had no more in hand
   * @param cameTwice records that the database had passed and Kafka gave out again
   * @param fromNanos when it was killed, by {@link System#nanoTime}
   * @param untilNanos when it was ready again
   */
  public record Outcome(
      String region,
      long unacknowledged,
      long inHand,
      long cameTwice,
      long fromNanos,
      long untilNanos) {

    public boolean hadEnough() {
      return unacknowledged >= LEAST_UNACKNOWLEDGED;
    }

    public Duration down() {
      return Duration.ofNanos(untilNanos - fromNanos);
    }
  }

  /** Waits for enough records (bounded), kills, measures, starts again. Blocks. */
  public Outcome run() throws SQLException {
    long unacknowledged = awaitRecords();
    long fromNanos = System.nanoTime();
    consumer.kill();
    awaitNoSessions();
    Map<TopicPartition, Long> committed = lastCommits();
    long inHand = offsets.unacknowledged(Backlog.CONSUMER_GROUP, topics);
    long cameTwice = ahead(positions(), committed, topics);
    consumer.start();
    return new Outcome(
        view.region(), unacknowledged, inHand, cameTwice, fromNanos, System.nanoTime());
  }

  /**
   * Sums up how far the database's positions are ahead of Kafka's, over these topics. Where Kafka
   * has none yet, the consumer goes on at the database's: nothing comes twice.
   */
  static long ahead(
      Map<TopicPartition, Long> positions,
      Map<TopicPartition, Long> committed,
      Collection<String> topics) {
    return committed.entrySet().stream()
        .filter(kafkas -> topics.contains(kafkas.getKey().topic()))
        .mapToLong(
            kafkas ->
                Math.max(
                    0,
                    positions.getOrDefault(kafkas.getKey(), kafkas.getValue()) - kafkas.getValue()))
        .sum();
  }

  private long awaitRecords() {
    long deadlineNanos = System.nanoTime() + WAIT_LIMIT.toNanos();
    long unacknowledged = offsets.unacknowledged(Backlog.CONSUMER_GROUP, topics);
    while (unacknowledged < LEAST_UNACKNOWLEDGED && isBefore(deadlineNanos)) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
      unacknowledged = offsets.unacknowledged(Backlog.CONSUMER_GROUP, topics);
    }
    return unacknowledged;
  }

  /** A COMMIT that was on its way may still come through: its session has to end first. */
  private void awaitNoSessions() throws SQLException {
    long deadlineNanos = System.nanoTime() + SESSIONS_LIMIT.toNanos();
    try (Connection connection = view.consumer().getConnection();
        PreparedStatement sessions = connection.prepareStatement(OPEN_SESSIONS)) {
      sessions.setString(1, Backlog.CONSUMER_GROUP);
      while (count(sessions) > 0 && isBefore(deadlineNanos)) {
        LockSupport.parkNanos(LOOK_EVERY_NANOS);
      }
    }
  }

  /**
   * An acknowledgement that was on its way may still arrive: looks until none has for a while. The
   * group gives the partitions out again only when the dead one's session ends, which takes longer.
   */
  private Map<TopicPartition, Long> lastCommits() {
    long deadlineNanos = System.nanoTime() + COMMITS_LIMIT.toNanos();
    Map<TopicPartition, Long> before = offsets.committed(Backlog.CONSUMER_GROUP);
    while (isBefore(deadlineNanos)) {
      LockSupport.parkNanos(STILL_NANOS);
      Map<TopicPartition, Long> now = offsets.committed(Backlog.CONSUMER_GROUP);
      if (now.equals(before)) {
        return now;
      }
      before = now;
    }
    return before;
  }

  private Map<TopicPartition, Long> positions() throws SQLException {
    Map<TopicPartition, Long> positions = new HashMap<>();
    try (Connection connection = view.consumer().getConnection();
        PreparedStatement query = connection.prepareStatement(POSITIONS)) {
      query.setString(1, Backlog.CONSUMER_GROUP);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          TopicPartition partition = new TopicPartition(rows.getString(1), rows.getInt(2));
          positions.merge(partition, rows.getLong(3), Math::max);
        }
      }
    }
    return positions;
  }

  private static long count(PreparedStatement query) throws SQLException {
    try (ResultSet row = query.executeQuery()) {
      row.next();
      return row.getLong(1);
    }
  }

  private static boolean isBefore(long deadlineNanos) {
    return System.nanoTime() - deadlineNanos < 0 && !Thread.currentThread().isInterrupted();
  }
}
