package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.BusinessKey;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.DigestFile;
import dev.meridian.verifier.digest.Table;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each invariant's damage, done to real databases behind the services' backs. */
class DamagedDatabasesIT {
  private final SmallDatabases databases = SmallDatabases.consistent();

  @AfterEach
  void undo() throws SQLException {
    databases.close();
  }

  @Test
  void check_consistentDatabases_passes() {
    Report report = databases.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
    assertThat(report.judgements())
        .filteredOn(judgement -> judgement.checked() == 0)
        .extracting(Judgement::invariant)
        .as("without Kafka nothing was committed")
        .containsExactly(13);
  }

  @Test
  void collect_toFile_holdsWhatMemoryHolds(@TempDir Path folder) {
    Digest inMemory = Collector.collect(databases.address("eu"));
    Collector.collect(databases.address("eu"), folder.resolve("eu.digest"));

    Digest onDisk = DigestFile.open(folder.resolve("eu.digest"));

    assertThat(onDisk.header().rows()).isEqualTo(inMemory.header().rows());
    assertThat(onDisk.header().rows()).hasSize(Table.ALL.size());
    assertThat(onDisk.header().partners()).containsExactly("eu", "us");
    Report report =
        Verifier.check(
            List.of(onDisk, Collector.collect(databases.address("us"))), Expectations.quiet());
    assertThat(report.passed()).as(report.toString()).isTrue();
  }

  @Test
  void backlog_ofConsistentDatabases_isDrained() {
    assertThat(Collector.backlog(databases.address("eu")).drained()).isTrue();
  }

  @Test
  void backlog_withUnsentRowAndOpenLeg_tellsThem() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "update payment_leg set state = 'DEBITED', settled_at = null, answer_message_id = null where payment_id = 'pay-eu-2'",
        "insert into outbox (lane, topic, message_id, headers) values (1, 'ledger-results.us', 'res-9', '')");

    var backlog = Collector.backlog(databases.address("eu"));

    assertThat(backlog.drained()).isFalse();
    assertThat(backlog.unsent()).isEqualTo(1);
    assertThat(backlog.legs()).isEqualTo(1);
  }

  @Test
  void check_doubleBookingStraightInLedger_failsOneAndNine() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "insert into entry values ('ent-eu-9', 'PAY', 'bk-1', 'pay-eu-1', null, 'nobody', now())",
        """
        insert into posting values ('ent-eu-9', 1, 'acc-eu-alice', -100, 'EUR', 9, 0, now()),
                                   ('ent-eu-9', 2, 'acc-eu-bob',    100, 'EUR', 9, 0, now())
        """,
        "update account set balance_minor = balance_minor - 100 where id = 'acc-eu-alice'",
        "update account set balance_minor = balance_minor + 100 where id = 'acc-eu-bob'");

    Report report = databases.check();

    assertThat(Judged.broken(report)).as(report.toString()).containsExactly(1, 9);
    assertThat(report.of(1).findings()).allMatch(finding -> finding.key().equals("bk-1"));
  }

  @Test
  void check_secondBookedOutcome_failsOne() throws SQLException {
    databases.damagedCopy(
        "eu-ledger",
        "drop index booking_outcome_booked_once",
        """
        insert into booking_outcome
        select kind, business_key, 'rk-other', fingerprint, fingerprint_version, outcome, settled, reason, entry_id, payment_id,
               message_id, answer_id, origin_region, occurred_at, tenant, client_reference, payer, payee, amount_minor, currency, at
          from booking_outcome where business_key = 'bk-1'
        """);

    Judged.failsOnly(databases.check(), 1, "bk-1");
  }

  @Test
  void check_postingOffByOne_failsTwo() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "update posting set amount_minor = 101 where entry_id = 'ent-eu-1' and line = 2",
        "update account set balance_minor = balance_minor + 1 where id = 'acc-eu-bob'",
        // Else the balances would not sum to zero either.
        "update posting set amount_minor = -1001 where entry_id = 'ent-eu-0' and line = 1",
        "update account set balance_minor = balance_minor - 1 where id = 'external:EUR'",
        "update posting set amount_minor = 1000 where entry_id = 'ent-eu-0' and line = 2");

    Report report = databases.check();

    assertThat(report.of(2).findings())
        .extracting(Finding::key)
        .containsExactlyInAnyOrder("ent-eu-0", "ent-eu-1");
    assertThat(report.of(3).passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_entryWithoutPostings_failsTwo() throws SQLException {
    databases.damaged(
        "us-ledger", "insert into entry values ('ent-us-9', 'FUND', 'f', null, null, 'x', now())");

    Judged.failsOnly(databases.check(), 2, "ent-us-9");
  }

  @Test
  void check_postingsWithoutEntry_failsTwo() throws SQLException {
    databases.damaged(
        "us-ledger",
        """
        insert into posting values ('ent-us-9', 1, 'acc-us-carol', -5, 'EUR', 9, 0, now()),
                                   ('ent-us-9', 2, 'acc-us-carol',  5, 'EUR', 9, 0, now())
        """);

    Judged.failsOnly(databases.check(), 2, "ent-us-9");
  }

  @Test
  void check_balanceChangedByHand_failsThree() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "update account set balance_minor = balance_minor - 7 where id = 'acc-eu-alice'",
        "update account set balance_minor = balance_minor + 7 where id = 'acc-eu-bob'");

    Judged.failsOnly(databases.check(), 3, "acc-eu-alice");
  }

  @Test
  void check_customerBelowZero_failsThree() throws SQLException {
    databases.damagedCopy(
        "eu-ledger",
        "alter table account drop constraint account_balance_not_negative",
        "insert into entry values ('ent-eu-9', 'REVERSAL', 'bk-9', null, null, 'nobody', now())",
        """
        insert into posting values ('ent-eu-9', 1, 'acc-eu-alice', -700, 'EUR', 9, 0, now()),
                                   ('ent-eu-9', 2, 'acc-eu-bob',    700, 'EUR', 9, 0, now())
        """,
        "update account set balance_minor = balance_minor - 700 where id = 'acc-eu-alice'",
        "update account set balance_minor = balance_minor + 700 where id = 'acc-eu-bob'");

    Judged.failsOnly(databases.check(), 3, "acc-eu-alice");
  }

  @Test
  void check_legAnswerForgotten_failsFour() throws SQLException {
    databases.damaged("us-ledger", "delete from leg_outcome where leg_id = 'pay-eu-3/credit'");

    Judged.failsOnly(databases.check(), 4, "pay-eu-3/credit");
  }

  @Test
  void check_legOverAnotherAmount_failsFour() throws SQLException {
    databases.damaged(
        "eu-ledger", "update payment_leg set amount_minor = 251 where amount_minor = 250");

    Judged.failsOnly(databases.check(), 4, "pay-eu-2/credit");
  }

  @Test
  void check_sentPaymentThatNobodyHas_failsFive() {
    Sent sent =
        Sent.of(
            List.of(
                payment("eu", "bk-1", "rk-1", "00112233445566778899aabbccddee01", 2),
                payment("eu", "bk-2", "rk-2", null, 2),
                payment("eu", "bk-3", "rk-3", null, 1),
                new SentRequest("eu", "sha256:beef", null, 1),
                payment("eu", "bk-9", "rk-9", null, 1),
                payment("us", "bk-1", "rk-1", null, 1)));

    Report report = databases.check(Expectations.quiet().withSent(sent));

    Judged.failsOnly(report, 5, "4:bk-9,4:rk-9,");
  }

  @Test
  void check_positionPassedRecordWithoutOutcome_failsFive() throws SQLException {
    databases.damaged(
        "eu-consumer",
        "update delivery_count set n = n - 1 where outcome = 'applied'",
        "delete from payment where id = 'pay-eu-4'",
        "delete from payment_history where payment_id = 'pay-eu-4'",
        "delete from dedup_key where key like '%bk-4%'");
    databases.damaged("eu-ledger", "delete from booking_outcome where business_key = 'bk-4'");

    Report report = databases.check();

    assertThat(Judged.broken(report)).as(report.toString()).containsExactly(5, 6);
    assertThat(report.of(5).findings())
        .extracting(Finding::key)
        .containsExactly("region-consumer payments.eu-0");
  }

  @Test
  void check_duplicateCountedThatNobodySent_failsSix() throws SQLException {
    databases.damaged(
        "eu-consumer", "update delivery_count set n = n + 1 where outcome = 'duplicate'");

    Judged.failsOnly(databases.check(), 6, "duplicates");
  }

  @Test
  void check_openCommandAndUnsentRow_failsSeven() throws SQLException {
    databases.damaged(
        "eu-consumer",
        """
        insert into open_message (message_id, seq, day, answer_key, home, due_at, created_at)
        values ('cmd-eu-1', 1, 1, 'pay-eu-1', 'us', now(), now() - interval '5 minutes')
        """,
        "update outbox set sent_at = null, unsent_since = now() - interval '4 minutes'");

    Report report = databases.check();
    Report patient = databases.check(Expectations.running(Duration.ofHours(1)));

    Judged.failsOnly(report, 7, "cmd-eu-1");
    assertThat(report.of(7).found()).isEqualTo(2);
    assertThat(patient.passed()).as(patient.toString()).isTrue();
  }

  @Test
  void check_leaseGivenOutTwice_failsEight() throws SQLException {
    databases.damaged("eu-consumer", "update id_lease set last = 120 where first = 0");

    Judged.failsOnly(databases.check(), 8, "pay-eu");
  }

  @Test
  void check_epochFellWhileTheClockWentBack_failsEight() throws SQLException {
    databases.damaged(
        "eu-consumer",
        """
        insert into id_lease (region, kind, epoch, first, last, node, at, number)
        values ('eu', 'pay', 3, 0, 99, 'a', now() - interval '1 hour', 3)
        """);

    Judged.failsOnly(databases.check(), 8, "pay-eu");
  }

  @Test
  void check_settledPaymentRejectedByHand_failsNine() throws SQLException {
    databases.damaged(
        "eu-consumer",
        "update payment set state = 'REJECTED', reason = 'X' where id = 'pay-eu-1'",
        "update payment_history set to_state = 'REJECTED' where payment_id = 'pay-eu-1' and version = 2");

    Judged.failsOnly(databases.check(), 9, "pay-eu-1");
  }

  @Test
  void check_moneyFromOutsideWithoutFunding_failsTen() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "insert into entry values ('ent-eu-9', 'REVERSAL', 'bk-9', null, null, 'nobody', now())",
        """
        insert into posting values ('ent-eu-9', 1, 'external:EUR', -100, 'EUR', 9, 0, now()),
                                   ('ent-eu-9', 2, 'acc-eu-bob',    100, 'EUR', 9, 0, now())
        """,
        "update account set balance_minor = balance_minor - 100 where id = 'external:EUR'",
        "update account set balance_minor = balance_minor + 100 where id = 'acc-eu-bob'");

    Judged.failsOnly(databases.check(), 10, "EUR");
  }

  @Test
  void check_lostPayment_failsElevenAndNamesTheKey() throws SQLException {
    databases.damaged(
        "eu-consumer",
        "delete from payment where id = 'pay-eu-4'",
        "delete from payment_history where payment_id = 'pay-eu-4'");

    Report report = databases.check();

    assertThat(Judged.broken(report)).as(report.toString()).containsExactly(6, 9, 11);
    assertThat(report.of(11).findings())
        .singleElement()
        .matches(finding -> finding.key().equals("16:PaymentRequested,4:bk-4,4:rk-4,"));
    assertThat(report.of(9).findings()).anyMatch(finding -> finding.key().contains("pay-eu-4"));
  }

  @Test
  void check_paymentMissingInWarm_failsEleven() throws SQLException {
    databases.damaged("us-consumer", "delete from dedup_key");

    Judged.failsOnly(databases.check(), 11, "4:bk-1,4:rk-1,");
  }

  @Test
  void check_historyOfForbiddenMove_failsTwelve() throws SQLException {
    databases.damaged(
        "eu-consumer",
        "insert into payment_history values ('pay-eu-3', 3, 'REJECTED', 'SETTLED', 'result', null, 'm', now())");

    Judged.failsOnly(databases.check(), 12, "pay-eu-3");
  }

  private static SentRequest payment(
      String region,
      String businessKey,
      String requestKey,
      @Nullable String fingerprint,
      long deliveries) {
    return SentRequest.payment(
        region, new BusinessKey(businessKey), requestKey, fingerprint, deliveries);
  }
}
