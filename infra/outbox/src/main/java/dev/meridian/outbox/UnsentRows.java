package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The statements on outbox rows. A round always begins at the lowest unsent row: a number drawn
 * early may commit late, so what was once passed over is still found. It is one statement, thus one
 * snapshot: with a row it shows every earlier row of the same key, since that one had committed
 * before the later number was drawn. Both cuts (rows per lane, bytes) keep the beginning.
 */
final class UnsentRows {
  private UnsentRows() {}

  /** What not to read: rows in hand, keys and whole topics that wait for their next attempt. */
  record Except(Collection<Long> seqs, Collection<ChainKey> keys, Collection<String> topics) {}

  /**
   * @param more whether there was more than the bounds let through
   */
  record Page(List<UnsentRow> rows, boolean more) {}

  record Backlog(long rows, Duration oldest, Duration oldestTransaction, Duration currentDay) {}

  /**
   * Reads a round, in a transaction of the caller's that it changes settings of.
   *
   * <p>The planner knows the table as it mostly is, with next to nothing unsent, and would fetch
   * and sort a whole backlog for each round. Left with the ordered index scan alone, a round costs
   * what it gives back.
   */
  static Page read(
      Connection connection,
      List<LaneLeases.Owned> lanes,
      Except except,
      int rowsPerLane,
      long bytesAtMost)
      throws SQLException {
    try (Statement settings = connection.createStatement()) {
      settings.execute("set local enable_bitmapscan = off; set local enable_seqscan = off");
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select lane, fence, seq, day, topic, record_key, message_id, attempt, headers, payload, cut
              from (select mine.lane, mine.fence, unsent.*,
                           sum(size) over up_to_here - size as bytes_before,
                           count(*) over (partition by mine.lane) = ? as cut
                      from unnest(?, ?) as mine (lane, fence)
                      join outbox_lane on outbox_lane.lane = mine.lane and outbox_lane.fence = mine.fence
                     cross join lateral (
                           select seq, day, topic, record_key, message_id, attempt, headers, payload,
                                  octet_length(headers) + coalesce(octet_length(payload), 0) as size
                             from outbox
                            where outbox.lane = mine.lane
                              and sent_at is null
                              and seq not in (select unnest(?))
                              and topic not in (select unnest(?))
                              and (topic, coalesce(record_key, '')) not in (select * from unnest(?, ?))
                            order by seq
                            limit ?) as unsent
                    window up_to_here as (order by seq rows unbounded preceding)) as round
             where bytes_before < ?
             order by seq
            """)) {
      select.setInt(1, rowsPerLane);
      select.setArray(
          2, connection.createArrayOf("int2", lanes.stream().map(o -> (short) o.lane()).toArray()));
      select.setArray(
          3,
          connection.createArrayOf("int8", lanes.stream().map(LaneLeases.Owned::fence).toArray()));
      select.setArray(4, connection.createArrayOf("int8", except.seqs().toArray()));
      select.setArray(5, connection.createArrayOf("text", except.topics().toArray()));
      select.setArray(
          6,
          connection.createArrayOf("text", except.keys().stream().map(ChainKey::topic).toArray()));
      select.setArray(
          7,
          connection.createArrayOf(
              "bytea", except.keys().stream().map(ChainKey::bytes).toArray(byte[][]::new)));
      select.setInt(8, rowsPerLane);
      select.setLong(9, bytesAtMost);
      return page(select, bytesAtMost);
    }
  }

  private static Page page(PreparedStatement select, long bytesAtMost) throws SQLException {
    List<UnsentRow> rows = new ArrayList<>();
    boolean cut = false;
    long bytes = 0;
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        byte[] headers = row.getBytes("headers");
        byte[] payload = row.getBytes("payload");
        OutboxRecord record =
            new OutboxRecord(
                row.getString("topic"),
                row.getBytes("record_key"),
                row.getString("message_id"),
                row.getInt("attempt"),
                HeaderCodec.decode(headers),
                payload,
                null);
        rows.add(
            new UnsentRow(
                row.getLong("seq"),
                row.getInt("day"),
                row.getInt("lane"),
                row.getLong("fence"),
                record));
        cut |= row.getBoolean("cut");
        bytes += headers.length + (payload == null ? 0 : payload.length);
      }
    }
    return new Page(rows, cut || bytes >= bytesAtMost);
  }

  /**
   * Marks rows as sent, where their lane is still owned under the fence they were read under and
   * they were not put back meanwhile. The lanes' rows are locked until it commits, so that no
   * take-over falls in between.
   *
   * @return how many were marked
   */
  static int markSent(Connection connection, Collection<UnsentRow> rows) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            with acknowledged as (
              select * from unnest(?, ?, ?, ?, ?) as row (seq, attempt, lane, fence, day)),
            mine as (
              select lane, fence from outbox_lane
               where (lane, fence) in (select lane, fence from acknowledged)
               order by lane
                 for share)
            update outbox
               set sent_at = now()
              from acknowledged join mine using (lane, fence)
             where outbox.seq = acknowledged.seq
               and outbox.day = acknowledged.day
               and outbox.attempt = acknowledged.attempt
               and outbox.sent_at is null
            """)) {
      update.setArray(
          1, connection.createArrayOf("int8", rows.stream().map(UnsentRow::seq).toArray()));
      update.setArray(
          2,
          connection.createArrayOf("int4", rows.stream().map(r -> r.record().attempt()).toArray()));
      update.setArray(
          3, connection.createArrayOf("int2", rows.stream().map(r -> (short) r.lane()).toArray()));
      update.setArray(
          4, connection.createArrayOf("int8", rows.stream().map(UnsentRow::fence).toArray()));
      update.setArray(
          5, connection.createArrayOf("int4", rows.stream().map(UnsentRow::day).toArray()));
      return update.executeUpdate();
    }
  }

  /**
   * All unsent rows of all lanes, and the oldest transaction that may still bring some (of this
   * role's sessions).
   */
  static Backlog backlog(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select count(*),
                       coalesce(extract(epoch from clock_timestamp() - min(unsent_since)), 0) * 1000,
                       (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0) * 1000
                          from pg_stat_activity
                         where datname = current_database()
                           and backend_type = 'client backend'
                           and backend_xid is not null),
                       (select extract(epoch from clock_timestamp() - opened_at) * 1000
                          from outbox_day where opened_at is not null and sealed_at is null)
                  from outbox
                 where sent_at is null
                """);
        ResultSet row = select.executeQuery()) {
      row.next();
      return new Backlog(
          row.getLong(1),
          Duration.ofMillis(row.getLong(2)),
          Duration.ofMillis(row.getLong(3)),
          Duration.ofMillis(row.getLong(4)));
    }
  }
}
