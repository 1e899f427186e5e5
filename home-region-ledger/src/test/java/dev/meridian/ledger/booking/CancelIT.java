package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.ReversalCommands.CancelCommand;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Cancels before and after the booking, within one home and between two. */
final class CancelIT extends TwoHomes {
  private String payer;
  private String here;
  private String there;
  private String paymentId;
  private Intent local;
  private Intent across;
  private CancelCommand cancel;

  @BeforeEach
  void accounts() throws SQLException {
    payer = eu.account(1_000);
    here = eu.account(0);
    there = us.account(0);
    int number = next();
    paymentId = "pay-" + number;
    local = intent("order-" + number, payer, here, 300);
    across = intent("order-" + number, payer, there, 300);
    cancel = CancelCommand.of("can-" + number, paymentId, local);
  }

  private PayCommand pay() {
    return PayCommand.of(paymentId, local);
  }

  private PayCommand payAcross() {
    return PayCommand.of(paymentId, across);
  }

  @Test
  void cancel_beforeTheBooking_keepsEveryLaterPayFromBeingBooked() throws SQLException {
    eu.book(cancel.message());
    assertThat(eu.takeBodies())
        .containsExactly(new Cancelled(paymentId, 1, null, cancel.cancelId()));
    PayCommand other = pay().paymentId(paymentId + "-b").requestKey("rk-2").from("us");

    eu.book(pay().message(), pay().attempt(2).message(), other.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 1, local, null),
            new Cancelled(paymentId, 1, local, null),
            new Cancelled(other.paymentId(), 1, local, null));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
  }

  @Test
  void cancel_afterTheBooking_reversesItWithOneEntryAndTellsAllWhoAsked() throws SQLException {
    PayCommand loser = pay().paymentId(paymentId + "-us").from("us");
    eu.book(pay().message(), loser.message());
    eu.take();

    eu.book(cancel.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 2, local, null),
            new DuplicateOf(loser.paymentId(), 2, local, paymentId, WinnerState.CANCELLED, null),
            new Cancelled(paymentId, 2, local, cancel.cancelId()));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    assertThat(eu.balance(here)).isZero();
    assertThat(
            eu.number(
                "select count(*) from entry where kind = 'REVERSAL' and payment_id = '%s'"
                    .formatted(paymentId)))
        .isEqualTo(1);
  }

  @Test
  void cancel_repeated_reversesOnceAndIsAnsweredTheSame() throws SQLException {
    eu.book(pay().message(), cancel.message());
    List<TestHome.Sent> first = eu.take();
    CancelCommand other = cancel.cancelId(cancel.cancelId() + "-us").requestKey("rk-o").from("us");

    List<Disposition> dispositions =
        eu.book(cancel.attempt(2).message(), other.message(), pay().attempt(2).message());

    assertThat(dispositions)
        .containsExactly(
            new Duplicate(DuplicateCause.RESEND),
            new Duplicate(DuplicateCause.OTHER_REGION),
            new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.takeBodies())
        .containsExactly(
            first.get(first.size() - 1).body(),
            new Cancelled(paymentId, 2, local, other.cancelId()),
            new Cancelled(paymentId, 2, local, null));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
  }

  @Test
  void cancel_afterAPartialRefund_isTooLate() throws SQLException {
    RefundCommand refund = RefundCommand.of("ref-" + paymentId, paymentId, local, 1);
    eu.book(pay().message(), refund.message());
    eu.take();

    eu.book(cancel.message(), cancel.attempt(2).message());

    CancelRefused refused = new CancelRefused(paymentId, 2, local, cancel.cancelId(), "TOO_LATE");
    assertThat(eu.takeBodies()).containsExactly(refused, refused);
    assertThat(eu.balance(here)).isEqualTo(299);
  }

  @Test
  void refund_afterTheCancel_isRefused() throws SQLException {
    RefundCommand refund = RefundCommand.of("ref-" + paymentId, paymentId, local, 1);
    eu.book(pay().message(), cancel.message());
    eu.take();

    eu.book(refund.message());

    assertThat(((RefundRefused) eu.takeBodies().get(0)).reason()).isEqualTo("PAYMENT_CANCELLED");
  }

  @Test
  void cancel_payeeHasSpentTheMoney_isTooLateAndANewTryIsEvaluatedAfresh() throws SQLException {
    eu.book(pay().message());
    eu.withdraw(here, "out-" + here, 1);
    eu.take();
    eu.book(cancel.message());
    assertThat(eu.takeBodies())
        .containsExactly(new CancelRefused(paymentId, 1, local, cancel.cancelId(), "TOO_LATE"));
    eu.fund(here, "in-" + here, 1);
    CancelCommand again = cancel.cancelId(cancel.cancelId() + "-b").requestKey("rk-b");

    eu.book(again.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 2, local, null),
            new Cancelled(paymentId, 2, local, again.cancelId()));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
  }

  @Test
  void cancel_afterARejection_keepsANewTryFromBeingBooked() throws SQLException {
    Intent tooMuch = Commands.withAmount(local, 1_001);
    eu.book(PayCommand.of(paymentId, tooMuch).message(), cancel.message());
    eu.take();
    PayCommand again = PayCommand.of(paymentId + "-b", tooMuch).requestKey("rk-2");
    eu.fund(payer, "in-" + payer, 10_000);

    eu.book(again.message(), PayCommand.of(paymentId, tooMuch).attempt(2).message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(again.paymentId(), 1, tooMuch, null),
            new Rejected(paymentId, 1, tooMuch, "INSUFFICIENT_FUNDS"));
  }

  @Test
  void cancel_payeeElsewhere_takesTheMoneyFromThereFirst() throws SQLException {
    eu.book(payAcross().message());
    us.book(carry(eu));
    eu.book(carry(us));
    eu.take();
    eu.book(cancel.message());
    us.book(carry(eu));
    assertThat(us.balance(there)).isZero();
    assertThat(eu.balance(payer)).isEqualTo(700);

    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 2, across, null),
            new Cancelled(paymentId, 2, across, cancel.cancelId()));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    assertThat(eu.number("select count(*) from open_message")).isZero();
  }

  @Test
  void cancel_payeeElsewhereWithoutTheMoney_isTooLateAndRefundsGoOn() throws SQLException {
    eu.book(payAcross().message());
    us.book(carry(eu));
    eu.book(carry(us));
    eu.take();
    us.withdraw(there, "out-" + there, 1);
    eu.book(cancel.message());
    Message leg = carry(eu);
    RefundCommand meanwhile = RefundCommand.of("ref-" + paymentId, paymentId, across, 1);
    eu.book(meanwhile.message());
    assertThat(((RefundRefused) eu.takeBodies().get(0)).reason())
        .isEqualTo("REFUND_EXCEEDS_PAYMENT");
    us.book(leg);
    eu.book(carry(us));
    assertThat(eu.takeBodies())
        .containsExactly(new CancelRefused(paymentId, 1, across, cancel.cancelId(), "TOO_LATE"));
    RefundCommand later = RefundCommand.of("ref2-" + paymentId, paymentId, across, 299);

    eu.book(later.message());
    us.book(carry(eu));
    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, across, later.refundId(), 299, null));
  }

  @Test
  void cancel_newTryInTheBatchThatRefusesTheFirst_isEvaluatedAfresh() throws SQLException {
    eu.book(payAcross().message());
    us.book(carry(eu));
    eu.book(carry(us));
    eu.take();
    us.withdraw(there, "out-" + there, 1);
    eu.book(cancel.message());
    us.book(carry(eu));
    us.fund(there, "in-" + there, 1);
    CancelCommand again = cancel.cancelId(cancel.cancelId() + "-b").requestKey("rk-b");

    eu.book(carry(us), again.message());

    List<TestHome.Sent> sent = eu.take();
    assertThat(sent.get(0).body())
        .isEqualTo(new CancelRefused(paymentId, 1, across, cancel.cancelId(), "TOO_LATE"));
    us.book(sent.get(1).message());
    eu.book(carry(us));
    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 2, across, null),
            new Cancelled(paymentId, 2, across, again.cancelId()));
  }

  @Test
  void cancel_whileTheLegIsOpen_waitsAndTakesTheMoneyBackWhenItSettled() throws SQLException {
    eu.book(payAcross().message());
    Message leg = carry(eu);
    eu.book(cancel.message());
    assertThat(eu.take()).isEmpty();
    us.book(leg);
    eu.book(carry(us));
    List<TestHome.Sent> sent = eu.take();
    assertThat(sent.get(0).body()).isEqualTo(new Settled(paymentId, 1, across));
    us.book(sent.get(1).message());

    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 2, across, null),
            new Cancelled(paymentId, 2, across, cancel.cancelId()));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    assertThat(us.balance(there)).isZero();
  }

  @Test
  void cancel_whileTheLegIsOpenAndThenRefused_isTheReturn() throws SQLException {
    us.setState(there, AccountState.CLOSED);
    PayCommand loser = payAcross().paymentId(paymentId + "-us").from("us");
    eu.book(payAcross().message(), loser.message());
    Message leg = carry(eu);
    eu.book(cancel.message());
    us.book(leg);

    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(
            new Cancelled(paymentId, 1, across, null),
            new DuplicateOf(loser.paymentId(), 1, across, paymentId, WinnerState.CANCELLED, null),
            new Cancelled(paymentId, 1, across, cancel.cancelId()));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    eu.book(payAcross().paymentId(paymentId + "-c").requestKey("rk-3").message());
    assertThat(eu.takeBodies()).containsExactly(new Cancelled(paymentId + "-c", 1, across, null));
  }

  @Test
  void cancel_payerClosed_goesToSuspense() throws SQLException {
    eu.book(pay().message());
    eu.take();
    eu.setState(payer, AccountState.CLOSED);
    long before = eu.balance("suspense:EUR");

    List<Disposition> dispositions = eu.book(cancel.message());

    assertThat(dispositions).containsExactly(new Applied());
    assertThat(eu.balance("suspense:EUR")).isEqualTo(before + 300);
    eu.take();
  }
}
