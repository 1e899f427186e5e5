package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OutboxIT {
  private static TestDatabase database;

  @BeforeAll
  static void migrate() throws SQLException {
    database = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.reset();
  }

  private static OutboxRecord record(String id) {
    return OutboxRecord.of("topic", "key", id, Map.of("ce_id", id), id.getBytes(UTF_8));
  }

  private static List<UnsentRow> unsent() throws SQLException {
    return database.inTransaction(
        connection -> {
          LaneLeases leases = new LaneLeases("test", Relays.LEASE, Lane.COUNT);
          leases.renewAndTake(connection);
          UnsentRows.Except nothing = new UnsentRows.Except(List.of(), List.of(), List.of());
          List<UnsentRow> rows =
              UnsentRows.read(connection, leases.owned(System.nanoTime()), nothing, 2_000, 1 << 30)
                  .rows();
          leases.release(connection);
          return rows;
        });
  }

  @Test
  void outboxSeq_cacheOfOne_isWhatTheOrderReliesOn() throws SQLException {
    assertThat(
            database.number(
                "select cache_size from pg_sequences where sequencename = 'outbox_seq'"))
        .isEqualTo(1);
  }

  @Test
  void append_aBatch_isReadInItsOrder() throws SQLException {
    OutboxRecord[] records =
        IntStream.range(0, 1_000).mapToObj(i -> record("m" + i)).toArray(OutboxRecord[]::new);

    database.append(records);

    assertThat(unsent().stream().map(UnsentRow::record)).containsExactly(records);
  }

  @Test
  void append_bytesThatAreNoText_comeBackAsTheyWere() throws SQLException {
    byte[] odd = {0, (byte) 0xff, (byte) 0xc3, 0};
    OutboxRecord oddBytes =
        OutboxRecord.ofBytes(
            "topic", odd, "m1", List.of(new Header("h", odd), new Header("n", null)), odd);
    OutboxRecord noKeyAndTombstone = OutboxRecord.ofBytes("topic", null, "m2", List.of(), null);

    database.append(oddBytes, noKeyAndTombstone);

    assertThat(unsent().stream().map(UnsentRow::record))
        .containsExactlyInAnyOrder(oddBytes, noKeyAndTombstone);
  }

  @Test
  void append_rolledBack_leavesNothing() throws SQLException {
    try (Connection connection = database.begin()) {
      TestDatabase.append(connection, record("m1").awaiting("pay-eu-1", "us"));
      connection.rollback();
    }

    assertThat(database.number("select count(*) from outbox")).isZero();
    assertThat(database.number("select count(*) from open_message")).isZero();
  }

  @Test
  void append_someAwaitAnswers_opensThoseWithTheirRow() throws SQLException {
    database.append(record("m1"), record("m2").awaiting("pay-eu-2", "us"), record("m3"));

    assertThat(
            database.number(
                """
                select count(*) from open_message join outbox using (seq, message_id, attempt)
                 where message_id = 'm2' and answer_key = 'pay-eu-2' and home = 'us'
                   and due_at = open_message.created_at + interval '30 s'
                """))
        .isEqualTo(1);
    assertThat(database.number("select count(*) from open_message")).isEqualTo(1);
  }

  @Test
  void append_moreThanTheBound_refuses() {
    List<OutboxRecord> tooMany =
        IntStream.rangeClosed(0, Outbox.RECORDS_AT_MOST).mapToObj(i -> record("m")).toList();

    assertThatThrownBy(() -> database.append(tooMany.toArray(OutboxRecord[]::new)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void read_bytesBound_keepsTheBeginningAndSaysSo() throws SQLException {
    database.append(record("first"), record("second"), record("third"));
    int one = HeaderCodec.encode(record("first").headers()).length + 5;

    UnsentRows.Page page =
        database.inTransaction(
            connection -> {
              LaneLeases leases = new LaneLeases("test", Relays.LEASE, Lane.COUNT);
              leases.renewAndTake(connection);
              UnsentRows.Except nothing = new UnsentRows.Except(List.of(), List.of(), List.of());
              UnsentRows.Page read =
                  UnsentRows.read(connection, leases.owned(System.nanoTime()), nothing, 10, one);
              leases.release(connection);
              return read;
            });

    assertThat(page.rows().stream().map(r -> r.record().messageId())).containsExactly("first");
    assertThat(page.more()).isTrue();
  }

  @Test
  void markSent_fenceOfAnEarlierOwner_marksNothing() throws SQLException {
    database.append(record("m1"));
    List<UnsentRow> rows = unsent();
    unsent();

    int marked = database.inTransaction(connection -> UnsentRows.markSent(connection, rows));

    assertThat(marked).isZero();
    assertThat(database.unsent()).isEqualTo(1);
  }

  @Test
  void markSent_rowPutBackMeanwhile_marksNothing() throws SQLException {
    database.append(record("m1"));
    List<UnsentRow> rows = unsent();
    database.inTransaction(
        connection -> connection.createStatement().executeUpdate("update outbox set attempt = 2"));

    int marked = database.inTransaction(connection -> UnsentRows.markSent(connection, rows));

    assertThat(marked).isZero();
  }
}
