package dev.meridian.verifier.check;

import static dev.meridian.verifier.check.SmallReversals.CANCEL;
import static dev.meridian.verifier.check.SmallReversals.REFUND;
import static dev.meridian.verifier.check.SmallSystem.ACROSS;
import static dev.meridian.verifier.check.SmallSystem.LOCAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import org.junit.jupiter.api.Test;

/** Invariants 1, 4, 7, 9 and 12 where a payment was refunded or cancelled, whole and damaged. */
class ReversalInvariantsTest {
  private final SmallSystem system = SmallReversals.consistent();

  @Test
  void check_refundedAndCancelledPayments_pass() {
    Report report = system.check();

    assertThat(report.passed()).as(report.toString()).isTrue();
  }

  @Test
  void check_refundBookedUnderASecondRequestKey_failsOne() {
    Row.Reversal first = SmallReversals.refund("BOOKED", "ent-refund", 20);
    system.add("us", Table.REVERSAL, first);

    assertThat(system.check().of(1).findings())
        .singleElement()
        .matches(finding -> finding.key().equals("bk-" + REFUND));
  }

  @Test
  void check_debitThatThePayersHomeKnowsNothingOf_failsFour() {
    system.remove("eu", Table.REVERSAL, r -> r.reversalId().equals(REFUND));

    Report report = system.check();

    assertThat(Judged.broken(report)).as(report.toString()).containsExactly(4, 9, 12);
    assertThat(report.of(4).findings()).anyMatch(f -> f.key().equals(REFUND + "/debit"));
  }

  @Test
  void check_refundBookedWithoutTheDebit_failsFour() {
    system.remove("us", Table.LEG_OUTCOME, o -> o.legId().equals(REFUND + "/debit"));

    Report report = system.check();

    assertThat(Judged.broken(report)).containsExactly(4);
    assertThat(report.of(4).findings())
        .extracting(Finding::key)
        .contains(REFUND + "/debit", "clearing:eu:EUR");
  }

  @Test
  void check_debitOverAnotherAmount_failsFour() {
    system.change(
        "us",
        Table.LEG_OUTCOME,
        o -> o.legId().equals(REFUND + "/debit"),
        o -> SmallReversals.debit(21));

    assertThat(system.check().of(4).findings()).anyMatch(f -> f.key().equals(REFUND + "/debit"));
  }

  @Test
  void check_refundCreditedTwice_failsFour() {
    system.add(
        "eu", Table.ENTRY, SmallSystem.entry("ent-again", "REFUND", ACROSS, REFUND + "/debit", 20));

    Report report = system.check();

    assertThat(Judged.broken(report)).containsExactly(4, 12);
    assertThat(report.of(12).findings()).anyMatch(f -> f.key().equals("ent-again"));
  }

  @Test
  void check_refundThatStaysOpen_failsFourAndSeven() {
    system.change(
        "eu",
        Table.REVERSAL,
        r -> r.reversalId().equals(REFUND),
        r -> SmallReversals.refund("RESERVED", null, 20));

    assertThat(Judged.broken(system.check())).contains(4, 7);
  }

  @Test
  void check_cancelledPaymentWithItsMoneyStillMoved_failsNine() {
    system.remove("eu", Table.ENTRY, e -> e.id().equals("ent-reversal"));

    Report report = system.check();

    assertThat(report.of(9).findings()).anyMatch(f -> f.key().contains(LOCAL));
  }

  @Test
  void check_settledPaymentThatItsHomeHasCancelled_failsNine() {
    system.change(
        "eu",
        Table.PAYMENT,
        p -> p.id().equals(LOCAL),
        p -> SmallSystem.payment(LOCAL, "SETTLED", "", 100));

    assertThat(system.check().of(9).findings()).anyMatch(f -> f.key().contains(LOCAL));
  }

  @Test
  void check_moreRefundedThanPaid_failsTwelve() {
    system.add(
        "eu",
        Table.REVERSAL,
        new Row.Reversal(
            "RefundRequested",
            "bk-2",
            "rk-2",
            "ref-eu-2",
            SmallSystem.businessKey(ACROSS),
            "rk-" + ACROSS,
            "BOOKED",
            "ent-2",
            null,
            null,
            231L,
            "EUR",
            251,
            "eu",
            SmallSystem.BEFORE,
            SmallSystem.BEFORE));
    system.add("eu", Table.ENTRY, SmallSystem.entry("ent-2", "REFUND", ACROSS, "", 231));
    system.add(
        "eu",
        Table.REVERSAL_ANSWER,
        new Row.ReversalAnswer(
            "RefundRequested",
            "bk-2",
            "rk-2",
            "ref-eu-2",
            "REFUNDED",
            null,
            251,
            SmallSystem.BEFORE));
    system.change(
        "eu",
        Table.CAPTURE,
        c -> ACROSS.equals(c.paymentId()),
        c -> SmallReversals.capture(ACROSS, 250, 251, "SETTLED"));

    Judged.failsOnly(system.check(), 12, ACROSS);
  }

  @Test
  void check_captureBesideItsReversals_failsTwelve() {
    system.change(
        "eu",
        Table.CAPTURE,
        c -> ACROSS.equals(c.paymentId()),
        c -> SmallReversals.capture(ACROSS, 250, 19, "SETTLED"));

    Judged.failsOnly(system.check(), 12, ACROSS);
  }

  @Test
  void check_reversalEntryThatNoCancelStandsFor_failsTwelve() {
    system.remove("eu", Table.REVERSAL, r -> r.reversalId().equals(CANCEL));

    assertThat(system.check().of(12).findings()).anyMatch(f -> f.key().equals("ent-reversal"));
  }

  @Test
  void check_refundsEntryOverAnotherAmount_failsTwelve() {
    system.change(
        "eu",
        Table.ENTRY,
        e -> e.id().equals("ent-refund"),
        e -> SmallSystem.entry("ent-refund", "REFUND", ACROSS, REFUND + "/debit", 19));

    assertThat(system.check().of(12).findings()).anyMatch(f -> f.key().equals(REFUND));
  }

  @Test
  void check_answerThatNoHomeDecided_failsNine() {
    system.add(
        "us", Table.REVERSAL_ANSWER, SmallReversals.answer("ref-us-9", "REFUSED", "TOO_LATE", 0));

    Judged.failsOnly(system.check(), 9, "ref-us-9");
  }

  @Test
  void check_conflictThatLeftNoRowAtTheHome_passes() {
    system.add(
        "us", Table.REVERSAL_ANSWER, SmallReversals.answer("ref-us-9", "REFUSED", "CONFLICT", 0));

    assertThat(system.check().passed()).isTrue();
  }

  @Test
  void check_cancelledWhereTheHomeRefused_failsNine() {
    system.remove("eu", Table.REVERSAL_ANSWER, a -> a.reversalId().equals(CANCEL));
    system.add(
        "eu", Table.REVERSAL_ANSWER, SmallReversals.answer(CANCEL, "REFUSED", "TOO_LATE", 0));

    assertThat(system.check().of(9).findings())
        .hasSize(2)
        .allMatch(finding -> finding.key().contains(CANCEL));
  }

  @Test
  void check_originThatNeverHeard_failsNine() {
    system.remove("eu", Table.REVERSAL_ANSWER, a -> a.reversalId().equals(REFUND));

    Judged.failsOnly(system.check(), 9, REFUND);
  }

  @Test
  void check_furtherAskerThatNeverHeard_failsNine() {
    system.remove("us", Table.REVERSAL_ANSWER, a -> a.reversalId().equals("ref-us-1"));

    Judged.failsOnly(system.check(), 9, "ref-us-1");
  }

  @Test
  void check_originToldAnotherSum_failsNine() {
    system.change(
        "eu",
        Table.REVERSAL_ANSWER,
        a -> a.reversalId().equals(REFUND),
        a -> SmallReversals.answer(REFUND, "REFUNDED", null, 40));

    Judged.failsOnly(system.check(), 9, REFUND);
  }
}
