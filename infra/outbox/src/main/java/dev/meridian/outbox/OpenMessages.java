package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Messages whose answer was not applied yet. {@link Outbox#append} opens those that await one; here
 * they are closed by their answer, and sent again when it stays away: at-least-once from end to
 * end, whatever lies between.
 *
 * <p>All calls run in the caller's transaction, take one statement each, and are thread-safe;
 * several instances may call them at once.
 */
public final class OpenMessages {
  private final ResendSchedule schedule;

  public OpenMessages(ResendSchedule schedule) {
    this.schedule = schedule;
  }

  /**
   * What waits for one region.
   *
   * @param home the region asked
   * @param oldest when the oldest of them was first decided
   */
  public record Waiting(String home, long count, Instant oldest) {}

  /**
   * Closes what awaits these answers. A key that nothing awaits any more is fine.
   *
   * @return how many messages were closed
   */
  public int close(Connection connection, Collection<String> answerKeys) throws SQLException {
    if (answerKeys.isEmpty()) {
      return 0;
    }
    try (PreparedStatement delete =
        connection.prepareStatement(
            """
            with answered as (
              select message_id from open_message
               where answer_key = any (?)
               order by message_id
                 for update)
            delete from open_message
             using answered
             where open_message.message_id = answered.message_id
            """)) {
      delete.setArray(1, connection.createArrayOf("text", answerKeys.toArray()));
      return delete.executeUpdate();
    }
  }

  /**
   * Puts the outbox rows of messages that are due back to unsent, with the next attempt and the
   * same message id. One that was not even sent yet only gets a later due time. Rows that another
   * instance handles at this moment are left to it.
   *
   * @param now by the clock that the caller goes by; the database's set the first due time
   * @param limit at most so many at once, the longest due first
   * @return how many will be sent again; wake the relay after the commit if it is not 0
   */
  public int resendDue(Connection connection, Instant now, int limit) throws SQLException {
    try (PreparedStatement resend =
        connection.prepareStatement(
            """
            with due as (
              select open_message.message_id, outbox.sent_at is not null as was_sent
                from open_message
                join outbox on outbox.seq = open_message.seq and outbox.day = open_message.day
               where open_message.due_at <= ?
               order by open_message.due_at
               limit ?
                 for update of open_message skip locked),
            again as (
              update open_message
                 set attempt = attempt + was_sent::int,
                     due_at = ? + delays.millis[least(attempt + was_sent::int, cardinality(delays.millis))]
                                  * interval '1 millisecond'
                from due, (select ?::bigint[] as millis) as delays
               where open_message.message_id = due.message_id
              returning open_message.seq, open_message.day, attempt, was_sent)
            update outbox
               set sent_at = null, unsent_since = now(), attempt = again.attempt
              from again
             where outbox.seq = again.seq and outbox.day = again.day and again.was_sent
            """)) {
      OffsetDateTime at = now.atOffset(ZoneOffset.UTC);
      resend.setObject(1, at);
      resend.setInt(2, limit);
      resend.setObject(3, at);
      Object[] millis = schedule.delays().stream().map(d -> (Object) d.toMillis()).toArray();
      resend.setArray(4, connection.createArrayOf("int8", millis));
      return resend.executeUpdate();
    }
  }

  /** What waits, by region asked; a gauge reads this every few seconds. */
  public List<Waiting> waiting(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select home, count(*), min(created_at) from open_message group by home order by home
                """);
        ResultSet row = select.executeQuery()) {
      List<Waiting> waiting = new ArrayList<>();
      while (row.next()) {
        Instant oldest = row.getObject(3, OffsetDateTime.class).toInstant();
        waiting.add(new Waiting(row.getString(1), row.getLong(2), oldest));
      }
      return waiting;
    }
  }
}
