package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static dev.meridian.ledger.booking.Commands.resent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refunds of payments between two homes, their messages carried by hand. */
final class RefundAcrossIT extends TwoHomes {
  private String payer;
  private String there;
  private String paymentId;
  private Intent across;

  @BeforeEach
  void accounts() throws SQLException {
    payer = eu.account(20_000);
    there = us.account(0);
    int number = next();
    paymentId = "pay-" + number;
    across = intent("order-" + number, payer, there, 10_000);
  }

  private RefundCommand refund(Intent payment, long amountMinor) {
    return RefundCommand.of("ref-" + next(), paymentId, payment, amountMinor);
  }

  private void paidAcross() throws SQLException {
    eu.book(PayCommand.of(paymentId, across).message());
    us.book(eu.take().get(0).message());
    eu.book(us.take().get(0).message());
    eu.take();
  }

  @Test
  void refund_payeeElsewhere_creditsThePayerOnlyWhenThePayeesHomeHasDebited() throws SQLException {
    paidAcross();
    RefundCommand refund = refund(across, 6_000);
    eu.book(refund.message());
    assertThat(eu.balance(payer)).isEqualTo(10_000);
    us.book(carry(eu));
    assertThat(us.balance(there)).isEqualTo(4_000);

    List<Disposition> dispositions = eu.book(carry(us));

    assertThat(dispositions).containsExactly(new Applied());
    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, across, refund.refundId(), 6_000, null));
    assertThat(eu.balance(payer)).isEqualTo(16_000);
    assertThat(eu.number("select count(*) from open_message")).isZero();
  }

  @Test
  void refund_payeeElsewhereWithoutTheMoney_isReleasedAndRefused() throws SQLException {
    paidAcross();
    us.withdraw(there, "out-" + there, 5_000);
    RefundCommand refund = refund(across, 6_000);
    eu.book(refund.message());
    Message leg = carry(eu);
    RefundCommand meanwhile = refund(across, 5_000);
    eu.book(meanwhile.message());
    assertThat(((RefundRefused) eu.takeBodies().get(0)).reason())
        .isEqualTo("REFUND_EXCEEDS_PAYMENT");
    us.book(leg);
    eu.book(carry(us));
    assertThat(eu.takeBodies())
        .containsExactly(
            new RefundRefused(paymentId, 1, across, refund.refundId(), "INSUFFICIENT_FUNDS"));

    RefundCommand smaller = refund(across, 5_000);
    eu.book(smaller.message());
    us.book(carry(eu));
    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, across, smaller.refundId(), 5_000, null));
    assertThat(us.balance(there)).isZero();
    assertThat(eu.balance(payer)).isEqualTo(15_000);
  }

  @Test
  void refund_handleOfAnotherRefund_isParkedAndMovesNothing() throws SQLException {
    paidAcross();
    RefundCommand refund = refund(across, 6_000);
    eu.book(refund.message());
    us.book(carry(eu));
    eu.book(carry(us));
    eu.take();
    RefundCommand other = refund(across, 4_000).refundId(refund.refundId());

    List<Disposition> dispositions = eu.book(other.message());

    assertThat(((Parked) dispositions.get(0)).reason()).isEqualTo("CONFLICT");
    assertThat(eu.takeBodies()).singleElement().isInstanceOf(Body.Parked.class);
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_payerClosedMeanwhile_goesToSuspenseThere() throws SQLException {
    paidAcross();
    RefundCommand refund = refund(across, 6_000);
    eu.book(refund.message());
    us.book(carry(eu));
    eu.setState(payer, AccountState.CLOSED);
    long before = eu.balance("suspense:EUR");

    eu.book(carry(us));

    assertThat(eu.balance("suspense:EUR")).isEqualTo(before + 6_000);
    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, across, refund.refundId(), 6_000, null));
  }

  @Test
  void refund_legAndAnswerRepeated_moveTheMoneyOnce() throws SQLException {
    paidAcross();
    RefundCommand refund = refund(across, 6_000);
    eu.book(refund.message(), refund.message());
    Message leg = carry(eu);
    us.book(leg, leg, resent(leg));
    List<TestHome.Sent> answers = us.take();
    assertThat(answers).hasSize(3);
    Message answer = answers.get(0).message();

    List<Disposition> dispositions = eu.book(answer, answer, resent(answer));

    assertThat(dispositions)
        .containsExactly(
            new Applied(),
            new Duplicate(DuplicateCause.REDELIVERY),
            new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.take()).hasSize(1);
    assertThat(eu.balance(payer)).isEqualTo(16_000);
    assertThat(us.balance(there)).isEqualTo(4_000);
  }

  @Test
  void refund_twoOriginsWhileTheLegIsOpen_areBothToldWhenItIsAnswered() throws SQLException {
    paidAcross();
    RefundCommand first = refund(across, 6_000);
    RefundCommand second = first.refundId(first.refundId() + "-cn").from("cn");
    eu.book(first.message());
    Message leg = carry(eu);
    eu.book(second.message());
    assertThat(eu.take()).isEmpty();
    us.book(leg);

    eu.book(carry(us));

    assertThat(eu.take())
        .extracting(TestHome.Sent::topic)
        .containsExactly("ledger-results.eu", "ledger-results.cn");
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_ofAllThat64BitsCanSay_isReleasedWhenRefusedAndPaidOutLater() throws SQLException {
    String rich = eu.account("CHF", Long.MAX_VALUE);
    String payee = us.account("CHF", 0);
    Intent all = new Intent("shop", "all-" + paymentId, rich, payee, Long.MAX_VALUE, "CHF");
    eu.book(PayCommand.of(paymentId, all).message());
    us.book(carry(eu));
    eu.book(carry(us));
    eu.take();
    us.withdraw(payee, "out", 1);
    RefundCommand refund = refund(all, Long.MAX_VALUE);
    eu.book(refund.message());
    us.book(carry(eu));
    eu.book(carry(us));
    assertThat(eu.takeBodies())
        .containsExactly(
            new RefundRefused(paymentId, 1, all, refund.refundId(), "INSUFFICIENT_FUNDS"));
    us.fund(payee, "in", 1);
    RefundCommand again = refund(all, Long.MAX_VALUE);

    eu.book(again.message());
    us.book(carry(eu));
    eu.book(carry(us));

    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, all, again.refundId(), Long.MAX_VALUE, null));
    assertThat(eu.balance(rich)).isEqualTo(Long.MAX_VALUE);
  }
}
