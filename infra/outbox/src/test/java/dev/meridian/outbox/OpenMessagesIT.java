package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class OpenMessagesIT {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final int LIMIT = 100;

  private final OpenMessages openMessages = new OpenMessages(ResendSchedule.DEFAULT);
  private final RecordingSender sender = new RecordingSender();
  private static TestDatabase database;
  private Instant now;

  @BeforeAll
  static void migrate() throws SQLException {
    database = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void open() throws SQLException {
    database.reset();
    now = Instant.now();
  }

  private static OutboxRecord pay(int n) {
    return OutboxRecord.of(
            "ledger-commands.us", "acc-us-" + n, "cmd-" + n, Map.of("ce_attempt", "1"), null)
        .awaiting("pay-eu-" + n, n % 2 == 0 ? "us" : "cn");
  }

  private int resendAfter(Duration wait) throws SQLException {
    now = now.plus(wait);
    return database.inTransaction(c -> openMessages.resendDue(c, now, LIMIT));
  }

  private List<String> attemptsSent() {
    return sender.records().stream().map(r -> r.header(OutboxRecord.ATTEMPT_HEADER)).toList();
  }

  private void awaitAllSent(int attempts) {
    await().until(() -> sender.records().size() == attempts && database.unsent() == 0);
  }

  @Test
  void resendDue_answerStaysAway_sendsTheSameMessageAsTheScheduleSays() throws SQLException {
    database.append(pay(1));
    try (Relay relay = Relays.started(database.dataSource(), sender, "eu-1")) {
      awaitAllSent(1);
      assertThat(resendAfter(Duration.ofSeconds(29))).isZero();
      assertThat(resendAfter(SECOND.multipliedBy(3))).isEqualTo(1);
      relay.wake();
      awaitAllSent(2);
      assertThat(resendAfter(Duration.ofSeconds(119))).isZero();
      assertThat(resendAfter(SECOND)).isEqualTo(1);
      awaitAllSent(3);
      assertThat(resendAfter(Duration.ofMinutes(10))).isEqualTo(1);
      awaitAllSent(4);
      assertThat(resendAfter(Duration.ofMinutes(59))).isZero();
      assertThat(resendAfter(Duration.ofMinutes(1))).isEqualTo(1);
      awaitAllSent(5);
    }

    assertThat(sender.stored()).containsOnly("cmd-1");
    assertThat(attemptsSent()).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void resendDue_notEvenSentYet_keepsTheAttempt() throws SQLException {
    database.append(pay(1));

    int resent = resendAfter(Duration.ofMinutes(1));

    assertThat(resent).isZero();
    assertThat(database.number("select attempt from outbox")).isEqualTo(1);
    assertThat(database.number("select attempt from open_message")).isEqualTo(1);
    assertThat(resendAfter(Duration.ZERO)).as("not due at once again").isZero();
  }

  @Test
  void close_answered_isNeverSentAgain() throws SQLException {
    database.append(pay(1), pay(2), pay(3));

    int closed =
        database.inTransaction(
            c -> openMessages.close(c, List.of("pay-eu-3", "pay-eu-1", "pay-eu-9")));

    assertThat(closed).isEqualTo(2);
    int again = database.inTransaction(c -> openMessages.close(c, List.of("pay-eu-1")));
    assertThat(again).isZero();
    assertThat(database.number("select count(*) from open_message where message_id = 'cmd-2'"))
        .isEqualTo(1);
  }

  @Test
  void resendDue_twoInstancesAtOnce_eachRowOnce() throws SQLException {
    for (int i = 0; i < 40; i++) {
      database.append(pay(i));
    }
    database.inTransaction(
        c -> c.createStatement().executeUpdate("update outbox set sent_at = now()"));
    now = now.plusSeconds(60);
    try (Connection first = database.begin();
        Connection second = database.begin()) {
      int taken = openMessages.resendDue(first, now, 25);
      int rest = openMessages.resendDue(second, now, 25);
      second.commit();
      first.commit();

      assertThat(List.of(taken, rest)).containsExactly(25, 15);
    }
    assertThat(database.number("select count(*) from outbox where attempt = 2")).isEqualTo(40);
  }

  @Test
  void waiting_byRegionAsked_countsAndTellsTheOldest() throws SQLException {
    database.append(pay(1), pay(2), pay(3));

    List<OpenMessages.Waiting> waiting = database.inTransaction(openMessages::waiting);

    assertThat(waiting).extracting(OpenMessages.Waiting::home).containsExactly("cn", "us");
    assertThat(waiting).extracting(OpenMessages.Waiting::count).containsExactly(2L, 1L);
    assertThat(waiting.get(0).oldest()).isBetween(now.minusSeconds(60), now.plusSeconds(60));
  }
}
