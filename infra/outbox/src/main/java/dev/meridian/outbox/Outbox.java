package dev.meridian.outbox;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Appends messages in the caller's transaction: they leave if it commits, and don't if it doesn't.
 *
 * <p>Guarantee: records of one topic and key leave in the order in which they were appended, if the
 * caller holds the lock of the key's aggregate while it appends (the sequence number is drawn
 * there). Thread-safe; one statement per call, two if answers are awaited; blocks on the database
 * only. After its commit the caller may {@link Relay#wake}.
 */
public final class Outbox {
  /** The biggest batch of one call. */
  public static final int RECORDS_AT_MOST = 10_000;

  private final ResendSchedule schedule;

  public Outbox(ResendSchedule schedule) {
    this.schedule = schedule;
  }

  /**
   * Appends the records in their order, and opens those that await an answer.
   *
   * @throws SQLException as the database says; nothing is caught. A message id that is open already
   *     breaks {@code open_message_pk}
   */
  public void append(Connection connection, List<OutboxRecord> records) throws SQLException {
    if (records.size() > RECORDS_AT_MOST) {
      throw new IllegalArgumentException(
          records.size() + " records at once; at most " + RECORDS_AT_MOST);
    }
    if (records.isEmpty()) {
      return;
    }
    List<Place> places = insert(connection, records);
    open(connection, records, places);
  }

  /** Where a row is. */
  private record Place(long seq, int day) {}

  private static List<Place> insert(Connection connection, List<OutboxRecord> records)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into outbox (day, lane, topic, record_key, message_id, attempt, headers, payload)
            select (select day from outbox_day where opened_at is not null and sealed_at is null),
                   lane, topic, record_key, message_id, attempt, headers, payload
              from unnest(?, ?, ?, ?, ?, ?, ?) with ordinality
                   as record (lane, topic, record_key, message_id, attempt, headers, payload, position)
             order by position
            returning seq, message_id, day
            """)) {
      insert.setArray(
          1, array(connection, "int2", records, r -> (short) Lane.of(r.topic(), r.key())));
      insert.setArray(2, array(connection, "text", records, OutboxRecord::topic));
      insert.setArray(3, bytes(connection, records, OutboxRecord::key));
      insert.setArray(4, array(connection, "text", records, OutboxRecord::messageId));
      insert.setArray(5, array(connection, "int4", records, OutboxRecord::attempt));
      insert.setArray(6, bytes(connection, records, r -> HeaderCodec.encode(r.headers())));
      insert.setArray(7, bytes(connection, records, OutboxRecord::payload));
      return places(insert, records);
    }
  }

  /**
   * The numbers in the records' order, checked: a rising order is what everything later relies on.
   */
  private static List<Place> places(PreparedStatement insert, List<OutboxRecord> records)
      throws SQLException {
    List<Place> places = new ArrayList<>(records.size());
    try (ResultSet row = insert.executeQuery()) {
      long last = 0;
      while (row.next()) {
        long seq = row.getLong(1);
        if (seq <= last || !records.get(places.size()).messageId().equals(row.getString(2))) {
          throw new IllegalStateException("outbox_seq did not rise in the order of the batch");
        }
        places.add(new Place(seq, row.getInt(3)));
        last = seq;
      }
    }
    return places;
  }

  private void open(Connection connection, List<OutboxRecord> records, List<Place> places)
      throws SQLException {
    List<Opened> opened = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      OutboxRecord.Awaited awaited = records.get(i).awaited();
      if (awaited != null) {
        Duration wait = schedule.after(records.get(i).attempt());
        opened.add(new Opened(records.get(i), places.get(i), awaited, wait.toMillis()));
      }
    }
    if (opened.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into open_message (message_id, seq, day, answer_key, home, attempt, due_at)
            select message_id, seq, day, answer_key, home, attempt, now() + wait_millis * interval '1 millisecond'
              from unnest(?, ?, ?, ?, ?, ?, ?)
                   as opened (message_id, seq, day, answer_key, home, attempt, wait_millis)
             order by message_id
            """)) {
      insert.setArray(1, array(connection, "text", opened, o -> o.record().messageId()));
      insert.setArray(2, array(connection, "int8", opened, o -> o.place().seq()));
      insert.setArray(3, array(connection, "int4", opened, o -> o.place().day()));
      insert.setArray(4, array(connection, "text", opened, o -> o.awaited().answerKey()));
      insert.setArray(5, array(connection, "text", opened, o -> o.awaited().home()));
      insert.setArray(6, array(connection, "int4", opened, o -> o.record().attempt()));
      insert.setArray(7, array(connection, "int8", opened, Opened::waitMillis));
      insert.executeUpdate();
    }
  }

  private record Opened(
      OutboxRecord record, Place place, OutboxRecord.Awaited awaited, long waitMillis) {}

  private static <T> Array array(
      Connection connection, String type, List<T> values, Function<T, Object> of)
      throws SQLException {
    return connection.createArrayOf(type, values.stream().map(of).toArray());
  }

  private static <T> Array bytes(Connection connection, List<T> values, Function<T, byte[]> of)
      throws SQLException {
    return connection.createArrayOf("bytea", values.stream().map(of).toArray(byte[][]::new));
  }
}
