package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Days of the outbox: opened and dropped under traffic, and never with a row that is needed. */
final class OutboxDaysIT {
  private static final Duration NONE = Duration.ZERO;
  private static final Duration DAY = Duration.ofDays(1);
  private static final int ROUNDS =
      "long".equals(System.getProperty("meridian.test.rounds")) ? 10 : 3;

  /** Longer than a transaction of this test lasts. */
  private static final Duration ATTACHED_FOR = Duration.ofSeconds(1);

  private static final int SERVER_PREPARES_AFTER = 6;

  private final RecordingSender sender = new RecordingSender();
  private TestDatabase database;

  @BeforeEach
  void migrate() throws SQLException {
    database = TestDatabase.fresh();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void openIfDue_dayIsYoung_opensNone() throws SQLException {
    assertThat(new OutboxDays(database.dataSource(), DAY).openIfDue()).isFalse();
    assertThat(days()).isEqualTo(2);
  }

  @Test
  void openIfDue_nextDayWasAttachedJustNow_waitsForWritersThatDontKnowIt() throws SQLException {
    OutboxDays settling = new OutboxDays(database.dataSource(), NONE, DAY, NONE);

    assertThat(settling.openIfDue()).isFalse();
    assertThat(database.number("select outbox_current_day()")).isEqualTo(1);
  }

  /** Its statement is prepared and all its locks are held: nothing tells it of a new partition. */
  @Test
  void openIfDue_transactionFromBefore_writesIntoTheNewDay() throws SQLException {
    try (Connection writer = database.begin()) {
      for (int i = 0; i < SERVER_PREPARES_AFTER; i++) {
        TestDatabase.append(writer, record("k", "before-" + i));
      }
      days(NONE).openIfDue();

      TestDatabase.append(writer, record("k", "after"));
      writer.commit();
    }

    assertThat(database.number("select day from outbox where message_id = 'before-0'"))
        .isEqualTo(1);
    assertThat(database.number("select day from outbox where message_id = 'after'")).isEqualTo(2);
  }

  @Test
  void openIfDue_dayIsOld_writersGoOnIntoTheNewOne() throws SQLException {
    database.append(record("k", "first"));

    boolean opened = days(DAY).openIfDue();
    database.append(record("k", "second"));

    assertThat(opened).isTrue();
    assertThat(database.number("select day from outbox where message_id = 'first'")).isEqualTo(1);
    assertThat(database.number("select day from outbox where message_id = 'second'")).isEqualTo(2);
  }

  @Test
  void dropIfDue_allSent_dropsTheDay() throws SQLException {
    sentInTheFirstDay();

    assertThat(days(NONE).dropIfDue()).contains(1);

    assertThat(database.number("select count(*) from outbox")).isZero();
    assertThat(days()).isEqualTo(2);
    assertThat(days(NONE).dropIfDue()).as("never the current one").isEmpty();
  }

  @Test
  void dropIfDue_keptLonger_dropsNothing() throws SQLException {
    sentInTheFirstDay();

    assertThat(days(DAY).dropIfDue()).isEmpty();
    assertThat(database.number("select count(*) from outbox")).isEqualTo(1);
  }

  @Test
  void dropIfDue_oneRowIsUnsent_keepsTheDay() throws SQLException {
    database.append(record("k", "stuck"), record("j", "sent"));
    database.execute("update outbox set sent_at = now() where message_id = 'sent'");
    days(NONE).openIfDue();

    assertThat(days(NONE).dropIfDue()).isEmpty();

    database.execute("update outbox set sent_at = now()");
    assertThat(days(NONE).dropIfDue()).contains(1);
  }

  @Test
  void dropIfDue_oneMessageAwaitsItsAnswer_keepsTheDayAndCanSendItAgain() throws SQLException {
    database.append(record("k", "asked").awaiting("answer", "us"));
    database.execute("update outbox set sent_at = now()");
    days(NONE).openIfDue();

    assertThat(days(NONE).dropIfDue()).isEmpty();

    database.execute("update open_message set due_at = now() - interval '1 s'");
    OpenMessages open = new OpenMessages(ResendSchedule.DEFAULT);
    int again = database.inTransaction(c -> open.resendDue(c, Instant.now().plusSeconds(5), 10));
    assertThat(again).isEqualTo(1);
    database.inTransaction(c -> open.close(c, List.of("answer")));
    database.execute("update outbox set sent_at = now()");
    assertThat(days(NONE).dropIfDue()).contains(1);
  }

  @Test
  void dropIfDue_aWriterHoldsTheTable_givesUpSoonAndLeavesAll() throws SQLException {
    sentInTheFirstDay();
    try (Connection writer = database.begin()) {
      TestDatabase.append(writer, record("k", "open"));

      assertThatThrownBy(() -> days(NONE).dropIfDue())
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
      writer.commit();
    }

    assertThat(database.number("select count(*) from outbox")).isEqualTo(2);
    assertThat(days(NONE).dropIfDue()).contains(1);
  }

  @Test
  void maintain_underWritersAndARelay_losesAndRepeatsNothing() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService writers = Executors.newFixedThreadPool(3);
    List<Future<Integer>> writing = new ArrayList<>();
    for (String writer : List.of("a", "b", "c")) {
      writing.add(writers.submit(() -> append(writer, enough)));
    }
    int dropped = 0;
    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      for (int round = 0; round < ROUNDS; round++) {
        long before = relay.metrics().acknowledged();
        await().until(() -> relay.metrics().acknowledged() > before);
        OutboxDays settled = new OutboxDays(database.dataSource(), NONE, ATTACHED_FOR, NONE);
        await().until(settled::openIfDue);
        dropped += droppedNow();
      }
      enough.set(true);
      await().until(() -> writing.stream().allMatch(Future::isDone));
      await().until(() -> database.unsent() == 0);
    }
    writers.shutdown();

    int written = 0;
    for (Future<Integer> each : writing) {
      written += each.get(1, TimeUnit.MINUTES);
    }
    assertThat(sender.stored()).hasSize(written).doesNotHaveDuplicates();
    dropped += droppedNow();
    assertThat(dropped).isPositive();
    assertThat(days()).isEqualTo(2 + ROUNDS - dropped);
  }

  /** A busy table is left for the next round, as the services do. */
  private int droppedNow() throws SQLException {
    int dropped = 0;
    try {
      while (days(NONE).dropIfDue().isPresent()) {
        dropped++;
      }
    } catch (SQLException busy) {
      assertThat(busy.getSQLState()).isEqualTo("55P03");
    }
    return dropped;
  }

  private int append(String writer, AtomicBoolean enough) throws SQLException {
    int written = 0;
    while (!enough.get()) {
      database.append(record(writer + written % 10, writer + written));
      written++;
    }
    return written;
  }

  @Test
  void republish_whatWasSentInATime_leavesAgainUnderItsIdsInOrder() throws SQLException {
    database.append(record("k", "1"), record("j", "2"), record("k", "3"));
    database.append(OutboxRecord.of("other", "k", "4", Map.of(), null));
    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      await().until(() -> database.unsent() == 0);
      days(NONE).openIfDue();
      long again =
          database.number("select outbox_republish('topic', now() - interval '1 minute', now())");
      relay.wake();

      await().until(() -> relay.metrics().acknowledged() == 7);

      assertThat(again).isEqualTo(3);
      assertThat(database.unsent()).isZero();
    }
    assertThat(sender.attempts()).filteredOn("1"::equals).hasSize(2);
    assertThat(sender.attempts()).filteredOn("4"::equals).hasSize(1);
    List<String> ofKey = sender.attempts().stream().filter(id -> !"24".contains(id)).toList();
    assertThat(ofKey).containsExactly("1", "3", "1", "3");
  }

  @Test
  void republish_untilTheFuture_isRefused() {
    assertThatThrownBy(
            () ->
                database.number(
                    "select outbox_republish('topic', now(), now() + interval '1 minute')"))
        .hasMessageContaining("future");
  }

  private void sentInTheFirstDay() throws SQLException {
    database.append(record("k", "sent"));
    database.execute("update outbox set sent_at = now()");
    days(NONE).openIfDue();
  }

  /** Days that are over at once. */
  private OutboxDays days(Duration keep) {
    return new OutboxDays(database.dataSource(), NONE, NONE, keep);
  }

  private long days() throws SQLException {
    long named = database.number("select count(*) from outbox_day");
    assertThat(database.number("select count(*) from pg_partition_tree('outbox') where isleaf"))
        .isEqualTo(named);
    return named;
  }

  private static OutboxRecord record(String key, String id) {
    return OutboxRecord.of("topic", key, id, Map.of(), null);
  }
}
