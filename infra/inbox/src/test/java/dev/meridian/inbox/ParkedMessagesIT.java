package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.outbox.Header;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ParkedMessagesIT {
  private static final String GROUP = "region-consumer";
  private static TestDatabase database;

  private final ParkedMessages parkedMessages =
      new ParkedMessages(TestDatabase.outbox(), "payments-dlq");

  @BeforeAll
  static void migrate() {
    database = TestDatabase.fresh();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.empty("parked_message", "outbox");
  }

  private static Parked conflict(String key, int fingerprint) {
    byte[] odd = {0, (byte) 0xff, 0};
    return new Parked(
        GROUP,
        key,
        new byte[] {(byte) fingerprint},
        "CONFLICT",
        "other amount",
        "payments.eu",
        1,
        42,
        odd,
        List.of(new Header("raw", odd), Header.of("ce_id", "m1")),
        odd);
  }

  /** As applied with the content that {@code conflict(key, 1)} has. */
  private int close(Connection connection, String group, String... keys) throws SQLException {
    List<ParkedMessages.Applied> applied =
        Stream.of(keys).map(key -> new ParkedMessages.Applied(key, new byte[] {1})).toList();
    return parkedMessages.close(connection, group, applied);
  }

  private int park(Parked... messages) throws SQLException {
    return database.inTransaction(c -> parkedMessages.park(c, List.of(messages)));
  }

  private ParkedMessage found(Parked parked) throws SQLException {
    return database.inTransaction(c -> parkedMessages.find(c, parked.id())).orElseThrow();
  }

  @Test
  void park_firstTime_keepsTheBytesAndSendsOneCopy() throws SQLException {
    Parked message = conflict("k1", 1);

    int first = park(message);

    ParkedMessage found = found(message);
    assertThat(first).isEqualTo(1);
    assertThat(found.message()).isEqualTo(message);
    assertThat(found.message().key()).isEqualTo(message.key());
    assertThat(found.message().payload()).isEqualTo(message.payload());
    assertThat(found.message().headers()).isEqualTo(message.headers());
    assertThat(found.count()).isEqualTo(1);
    assertThat(
            database.number(
                "select count(*) from outbox where topic = 'payments-dlq' and message_id = '%s'"
                    .formatted(message.id())))
        .isEqualTo(1);
  }

  @Test
  void park_againAndTwiceInABatch_raisesTheCountAndSendsNoOtherCopy() throws SQLException {
    Parked message = conflict("k1", 1);
    park(message, message, conflict("k1", 2));

    int first = park(message);

    assertThat(first).isZero();
    assertThat(found(message).count()).isEqualTo(3);
    assertThat(database.number("select count(*) from outbox")).isEqualTo(2);
  }

  @Test
  void park_undecodableWithoutKeyAndPayload_isKnownByItsBytes() throws SQLException {
    Parked one = Parked.undecodable(GROUP, "BAD_JSON", "\0", "t", 0, 1, null, List.of(), null);
    Parked same = Parked.undecodable(GROUP, "BAD_JSON", "\0", "t", 0, 9, null, List.of(), null);

    park(one);
    park(same);

    assertThat(found(one).count()).isEqualTo(2);
    assertThat(found(one).message().offset()).as("where it was first").isEqualTo(1);
  }

  @Test
  void park_rolledBack_leavesNeitherRowNorCopy() throws SQLException {
    try (var connection = database.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      parkedMessages.park(connection, List.of(conflict("k1", 1)));
      connection.rollback();
    }

    assertThat(database.number("select count(*) from parked_message")).isZero();
    assertThat(database.number("select count(*) from outbox")).isZero();
  }

  @Test
  void close_keyIsApplied_closesAndParkingOpensAgain() throws SQLException {
    Parked message = conflict("k1", 1);
    park(message, conflict("k2", 1));

    int closed = database.inTransaction(c -> close(c, GROUP, "k1", "unknown"));

    assertThat(closed).isEqualTo(1);
    assertThat(found(message).closedAt()).isNotNull();
    int again = database.inTransaction(c -> close(c, GROUP, "k1"));
    assertThat(again).isZero();
    int elsewhere = database.inTransaction(c -> close(c, "other", "k2"));
    assertThat(elsewhere).isZero();
    park(message);
    assertThat(found(message).closedAt()).isNull();
  }

  @Test
  void close_otherContentOfTheSameKey_staysOpen() throws SQLException {
    Parked applied = conflict("k1", 1);
    Parked contradicting = conflict("k1", 2);
    park(applied, contradicting);

    int closed = database.inTransaction(c -> close(c, GROUP, "k1"));

    assertThat(closed).isEqualTo(1);
    assertThat(found(applied).closedAt()).isNotNull();
    assertThat(found(contradicting).closedAt()).isNull();
  }

  @Test
  void close_keyTooLongToBeKept_isFoundByItsHash() throws SQLException {
    String key = "k".repeat(Parked.KEY_CHARS_AT_MOST + 1);
    Parked message = conflict(key, 1);
    park(message);

    assertThat(database.<Integer>inTransaction(c -> close(c, GROUP, key))).isEqualTo(1);
  }

  @Test
  void find_byFilter_pagesByIdThroughWhatIsOpen() throws SQLException {
    Parked[] messages =
        IntStream.range(0, 7).mapToObj(i -> conflict("k" + i, 1)).toArray(Parked[]::new);
    park(messages);
    database.inTransaction(c -> close(c, GROUP, "k3"));
    ParkedMessages.Filter conflicts =
        new ParkedMessages.Filter(GROUP, "CONFLICT", "payments.eu", null, null, false, null);

    List<ParkedMessage> first = database.inTransaction(c -> parkedMessages.find(c, conflicts, 4));

    String last = first.get(3).id();
    List<ParkedMessage> second =
        database.inTransaction(
            c ->
                parkedMessages.find(
                    c, new ParkedMessages.Filter(null, null, null, null, null, false, last), 4));
    assertThat(first).hasSize(4);
    assertThat(second).hasSize(2).doesNotContainAnyElementsOf(first);
    List<ParkedMessage> none =
        database.inTransaction(
            c ->
                parkedMessages.find(
                    c, new ParkedMessages.Filter(null, "OTHER", null, null, null, true, null), 4));
    assertThat(none).isEmpty();
  }

  @Test
  void open_byReason_countsAndTellsTheOldest() throws SQLException {
    park(
        conflict("k1", 1),
        conflict("k2", 1),
        Parked.undecodable(GROUP, "BAD_JSON", "", "t", 0, 1, null, List.of(), null));

    List<ParkedMessages.OpenCount> open = database.inTransaction(parkedMessages::open);

    assertThat(open)
        .extracting(ParkedMessages.OpenCount::reason)
        .containsExactly("BAD_JSON", "CONFLICT");
    assertThat(open).extracting(ParkedMessages.OpenCount::count).containsExactly(1L, 2L);
    assertThat(open.get(0).oldest()).isBefore(Instant.now().plusSeconds(60));
  }
}
