package dev.meridian.inbox;

import dev.meridian.outbox.HeaderCodec;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.OutboxRecord;
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
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Messages that could not be applied, each once per consumer group, key and fingerprint, kept in
 * the transaction of the batch. The dead-letter topic gets a copy through the outbox, the first
 * time only; redrive works on the rows.
 *
 * <p>All calls run in the caller's transaction and are thread-safe.
 */
public final class ParkedMessages {
  private final Outbox outbox;
  private final String deadLetterTopic;

  public ParkedMessages(Outbox outbox, String deadLetterTopic) {
    this.outbox = outbox;
    this.deadLetterTopic = deadLetterTopic;
  }

  /**
   * Which rows to find. An absent part matches all.
   *
   * @param parkedFrom parked first at this time or later
   * @param parkedBefore parked first before this time
   * @param afterId for the next page: the last id of the page before
   */
  public record Filter(
      @Nullable String consumerGroup,
      @Nullable String reason,
      @Nullable String topic,
      @Nullable Instant parkedFrom,
      @Nullable Instant parkedBefore,
      boolean closedToo,
      @Nullable String afterId) {
    /** All that is open. */
    public static final Filter OPEN = new Filter(null, null, null, null, null, false, null);

    Filter openOnly() {
      return new Filter(consumerGroup, reason, topic, parkedFrom, parkedBefore, false, afterId);
    }
  }

  /** What is open for one reason. */
  public record OpenCount(String consumerGroup, String reason, long count, Instant oldest) {}

  private record Repeated(Parked message, int times) {}

  /**
   * Parks messages; one that is parked already is counted once more and open again.
   *
   * @return how many are parked for the first time
   */
  public int park(Connection connection, List<Parked> messages) throws SQLException {
    if (messages.isEmpty()) {
      return 0;
    }
    Map<String, Repeated> byId = new TreeMap<>();
    for (Parked message : messages) {
      byId.merge(
          message.id(),
          new Repeated(message, 1),
          (first, again) -> new Repeated(first.message, first.times + 1));
    }
    List<Repeated> first = upsert(connection, byId);
    List<OutboxRecord> copies =
        first.stream()
            .map(one -> DeadLetter.of(deadLetterTopic, one.message, one.times - 1))
            .toList();
    outbox.append(connection, copies);
    return copies.size();
  }

  private static List<Repeated> upsert(Connection connection, Map<String, Repeated> byId)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into parked_message (id, consumer_group, dedup_key, fingerprint, reason, detail,
                                        topic, partition, record_offset, record_key, headers, payload, count)
            select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                on conflict on constraint parked_message_once
                do update set count = parked_message.count + excluded.count,
                              reason = excluded.reason,
                              detail = excluded.detail,
                              last_at = now(),
                              closed_at = null
            returning id, count
            """)) {
      var rows = new Columns<>(connection, byId.entrySet());
      insert.setArray(1, rows.texts(Map.Entry::getKey));
      insert.setArray(2, rows.texts(row -> row.getValue().message.consumerGroup()));
      insert.setArray(3, rows.texts(row -> row.getValue().message.dedupKey()));
      insert.setArray(4, rows.bytes(row -> row.getValue().message.fingerprint()));
      insert.setArray(5, rows.texts(row -> row.getValue().message.reason()));
      insert.setArray(6, rows.texts(row -> row.getValue().message.detail()));
      insert.setArray(7, rows.texts(row -> row.getValue().message.topic()));
      insert.setArray(8, rows.ints(row -> row.getValue().message.partition()));
      insert.setArray(9, rows.longs(row -> row.getValue().message.offset()));
      insert.setArray(10, rows.bytes(row -> row.getValue().message.key()));
      insert.setArray(11, rows.bytes(row -> HeaderCodec.encode(row.getValue().message.headers())));
      insert.setArray(12, rows.bytes(row -> row.getValue().message.payload()));
      insert.setArray(13, rows.ints(row -> row.getValue().times));
      return firstTime(insert, byId);
    }
  }

  /** A row is new if it counts no more than was brought now. */
  private static List<Repeated> firstTime(PreparedStatement insert, Map<String, Repeated> byId)
      throws SQLException {
    List<Repeated> first = new ArrayList<>();
    try (ResultSet row = insert.executeQuery()) {
      while (row.next()) {
        Repeated one = byId.get(row.getString(1));
        if (one != null && row.getInt(2) == one.times) {
          first.add(one);
        }
      }
    }
    return first;
  }

  /** A message that is applied: what it was or would be parked under. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  public record Applied(String dedupKey, byte[] fingerprint) {}

  /**
   * Closes what was parked of these messages, since they are applied now. A message of the same key
   * with other content stays open: that conflict is not resolved by this.
   *
   * @return how many rows were closed
   */
  public int close(Connection connection, String consumerGroup, Collection<Applied> applied)
      throws SQLException {
    if (applied.isEmpty()) {
      return 0;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            with applied as (
              select id from parked_message
               where id = any (?) and closed_at is null
               order by id
                 for update)
            update parked_message
               set closed_at = now()
              from applied
             where parked_message.id = applied.id
            """)) {
      Object[] ids =
          applied.stream()
              .map(each -> Parked.id(consumerGroup, each.dedupKey, each.fingerprint))
              .distinct()
              .toArray();
      update.setArray(1, connection.createArrayOf("text", ids));
      return update.executeUpdate();
    }
  }

  /** Closes one row, whatever its message's key is by now. */
  void closeRow(Connection connection, String id) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update parked_message
               set closed_at = now()
             where id = ? and closed_at is null
            """)) {
      update.setString(1, id);
      update.executeUpdate();
    }
  }

  /** Sends the dead-letter topic another copy of a message that was put back in vain. */
  void copyAgain(Connection connection, ParkedMessage row) throws SQLException {
    outbox.append(
        connection, List.of(DeadLetter.of(deadLetterTopic, row.message(), row.count() - 1)));
  }

  /** Locks nothing; for reading and for redrive. */
  public Optional<ParkedMessage> find(Connection connection, String id) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select id, consumer_group, dedup_key, fingerprint, reason, detail, topic, partition, record_offset,
                   record_key, headers, payload, count, first_at, last_at, closed_at
              from parked_message
             where id = ?
            """)) {
      select.setString(1, id);
      return read(select).stream().findFirst();
    }
  }

  /** A page of what the filter matches, by id. */
  public List<ParkedMessage> find(Connection connection, Filter filter, int limit)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select id, consumer_group, dedup_key, fingerprint, reason, detail, topic, partition, record_offset,
                   record_key, headers, payload, count, first_at, last_at, closed_at
              from parked_message
             where (?::text is null or consumer_group = ?)
               and (?::text is null or reason = ?)
               and (?::text is null or topic = ?)
               and (?::timestamptz is null or first_at >= ?)
               and (?::timestamptz is null or first_at < ?)
               and (? or closed_at is null)
               and id > ?
             order by id
             limit ?
            """)) {
      select.setString(1, filter.consumerGroup);
      select.setString(2, filter.consumerGroup);
      select.setString(3, filter.reason);
      select.setString(4, filter.reason);
      select.setString(5, filter.topic);
      select.setString(6, filter.topic);
      select.setObject(7, time(filter.parkedFrom));
      select.setObject(8, time(filter.parkedFrom));
      select.setObject(9, time(filter.parkedBefore));
      select.setObject(10, time(filter.parkedBefore));
      select.setBoolean(11, filter.closedToo);
      select.setString(12, filter.afterId == null ? "" : filter.afterId);
      select.setInt(13, limit);
      return read(select);
    }
  }

  /** What is open, by consumer group and reason; a gauge reads this every few seconds. */
  public List<OpenCount> open(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select consumer_group, reason, count(*), min(first_at)
                  from parked_message
                 where closed_at is null
                 group by consumer_group, reason
                 order by consumer_group, reason
                """);
        ResultSet row = select.executeQuery()) {
      List<OpenCount> counts = new ArrayList<>();
      while (row.next()) {
        counts.add(
            new OpenCount(row.getString(1), row.getString(2), row.getLong(3), instant(row, 4)));
      }
      return counts;
    }
  }

  private static List<ParkedMessage> read(PreparedStatement select) throws SQLException {
    List<ParkedMessage> found = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        Parked message =
            new Parked(
                row.getString("consumer_group"),
                row.getString("dedup_key"),
                row.getBytes("fingerprint"),
                row.getString("reason"),
                row.getString("detail"),
                row.getString("topic"),
                row.getInt("partition"),
                row.getLong("record_offset"),
                row.getBytes("record_key"),
                HeaderCodec.decode(row.getBytes("headers")),
                row.getBytes("payload"));
        OffsetDateTime closed = row.getObject("closed_at", OffsetDateTime.class);
        found.add(
            new ParkedMessage(
                row.getString("id"),
                message,
                row.getInt("count"),
                instant(row, 14),
                instant(row, 15),
                closed == null ? null : closed.toInstant()));
      }
    }
    return found;
  }

  private static @Nullable OffsetDateTime time(@Nullable Instant instant) {
    return instant == null ? null : instant.atOffset(ZoneOffset.UTC);
  }

  private static Instant instant(ResultSet row, int column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }
}
