package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A refund between two homes in real databases, then damaged behind the services' backs. */
class DamagedReversalsIT {
  private final SmallDatabases databases = SmallDatabases.consistent();

  @BeforeEach
  void refund() throws SQLException {
    databases.damaged(
        "eu-ledger",
        """
        insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
        values ('ent-eu-9', 'REFUND', 'bk-9', 'pay-eu-2', 'ref-eu-9/debit', 'ans-9', now())
        """,
        """
        insert into posting (entry_id, line, account_id, amount_minor, currency, number, balance_after_minor, booked_at)
        values ('ent-eu-9', 1, 'clearing:us:EUR:03', -20, 'EUR', 9, 230, now()),
               ('ent-eu-9', 2, 'acc-eu-alice',        20, 'EUR', 9, 670, now())
        """,
        "update account set balance_minor = balance_minor - 20 where id = 'clearing:us:EUR:03'",
        "update account set balance_minor = balance_minor + 20 where id = 'acc-eu-alice'",
        """
        insert into reversal (kind, business_key, request_key, fingerprint, fingerprint_version, reversal_id, payment_id,
                              payment_business_key, payment_request_key, state, entry_id, leg_id, counter_home,
                              amount_minor, currency, version, refunded_minor, message_id, answer_id, leg_answer_id,
                              origin_region, occurred_at, at, decided_at)
        values ('RefundRequested', 'bk-9', 'rk-9', '\\x09', 1, 'ref-eu-9', 'pay-eu-2',
                'bk-2', 'rk-2', 'BOOKED', 'ent-eu-9', 'ref-eu-9/debit', 'us',
                20, 'EUR', 2, 20, 'cmd-9', 'res-9', 'ans-9', 'eu', now(), now(), now())
        """,
        """
        insert into capture (business_key, request_key, captured_minor, refunded_minor, version)
        values ('bk-2', 'rk-2', 250, 20, 2)
        """);
    databases.damaged(
        "eu-consumer",
        """
        insert into reversal (kind, business_key, request_key, reversal_id, payment_id, state, refunded_minor, result_version,
                              result_message_id)
        values ('RefundRequested', 'bk-9', 'rk-9', 'ref-eu-9', 'pay-eu-2', 'REFUNDED', 20, 2, 'res-9')
        """);
    databases.damaged(
        "us-ledger",
        """
        insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
        values ('ent-us-9', 'DEBIT_LEG', 'bk-2', 'pay-eu-2', 'ref-eu-9/debit', 'cmd-10', now())
        """,
        """
        insert into posting (entry_id, line, account_id, amount_minor, currency, number, balance_after_minor, booked_at)
        values ('ent-us-9', 1, 'acc-us-carol',       -20, 'EUR', 9,  230, now()),
               ('ent-us-9', 2, 'clearing:eu:EUR:03',  20, 'EUR', 9, -230, now())
        """,
        "update account set balance_minor = balance_minor + 20 where id = 'clearing:eu:EUR:03'",
        "update account set balance_minor = balance_minor - 20 where id = 'acc-us-carol'",
        """
        insert into leg_outcome (leg_id, payment_id, purpose, fingerprint, fingerprint_version, status, entry_id, account_id,
                                 counter_home, amount_minor, currency, message_id, answer_id, origin_region, at)
        values ('ref-eu-9/debit', 'pay-eu-2', 'DEBIT', '\\x09', 1, 'BOOKED', 'ent-us-9', 'acc-us-carol',
                'eu', 20, 'EUR', 'cmd-10', 'ans-9', 'eu', now())
        """);
  }

  @AfterEach
  void undo() throws SQLException {
    databases.close();
  }

  @Test
  void check_refundBetweenTwoHomes_passes() {
    Report report = databases.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_debitForgotten_failsFour() throws SQLException {
    databases.damaged("us-ledger", "delete from leg_outcome where leg_id = 'ref-eu-9/debit'");

    Judged.failsOnly(databases.check(), 4, "ref-eu-9/debit");
  }

  @Test
  void check_refundLeftOpen_failsFourAndSeven() throws SQLException {
    databases.damaged(
        "eu-ledger",
        "update reversal set state = 'RESERVED', decided_at = null, entry_id = null where reversal_id = 'ref-eu-9'");

    assertThat(Judged.broken(databases.check())).contains(4, 7);
  }

  @Test
  void check_regionForgotTheAnswer_failsNine() throws SQLException {
    databases.damaged("eu-consumer", "delete from reversal where reversal_id = 'ref-eu-9'");

    Judged.failsOnly(databases.check(), 9, "ref-eu-9");
  }

  @Test
  void check_regionToldAnotherSum_failsNine() throws SQLException {
    databases.damaged("eu-consumer", "update reversal set refunded_minor = 40");

    Judged.failsOnly(databases.check(), 9, "ref-eu-9");
  }

  @Test
  void check_captureRaisedByHand_failsTwelve() throws SQLException {
    databases.damaged("eu-ledger", "update capture set refunded_minor = 250");

    Judged.failsOnly(databases.check(), 12, "pay-eu-2");
  }
}
