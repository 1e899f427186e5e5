package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Conflict;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Refunds of payments within one home, and what becomes of repeats. */
final class RefundIT extends TwoHomes {
  private static final int THREADS = 6;

  private String payer;
  private String here;
  private String there;
  private String paymentId;
  private Intent local;
  private Intent across;

  @BeforeEach
  void accounts() throws SQLException {
    payer = eu.account(20_000);
    here = eu.account(0);
    there = us.account(0);
    int number = next();
    paymentId = "pay-" + number;
    local = intent("order-" + number, payer, here, 10_000);
    across = intent("order-" + number, payer, there, 10_000);
  }

  private RefundCommand refund(Intent payment, long amountMinor) {
    return RefundCommand.of("ref-" + next(), paymentId, payment, amountMinor);
  }

  private void paid() throws SQLException {
    eu.book(PayCommand.of(paymentId, local).message());
    eu.take();
  }

  @Test
  void refund_parts_areGivenBackUpToWhatWasPaidAndNoMore() throws SQLException {
    paid();
    RefundCommand first = refund(local, 6_000);
    RefundCommand tooMuch = refund(local, 4_001);
    RefundCommand rest = refund(local, 4_000);

    eu.book(first.message(), tooMuch.message(), rest.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Refunded(paymentId, 2, local, first.refundId(), 6_000, null),
            new RefundRefused(paymentId, 2, local, tooMuch.refundId(), "REFUND_EXCEEDS_PAYMENT"),
            new Refunded(paymentId, 3, local, rest.refundId(), 10_000, null));
    assertThat(eu.balance(payer)).isEqualTo(20_000);
    assertThat(eu.balance(here)).isZero();
  }

  @Test
  void refund_repeated_isPaidOutOnceAndAnsweredUnderTheSameMessageId() throws SQLException {
    paid();
    RefundCommand refund = refund(local, 6_000);
    eu.book(refund.message());
    Message answer = carry(eu);

    List<Disposition> dispositions = eu.book(refund.message(), refund.attempt(2).message());

    assertThat(dispositions)
        .containsExactly(
            new Duplicate(DuplicateCause.REDELIVERY), new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.take())
        .hasSize(2)
        .allSatisfy(
            sent -> {
              assertThat(sent.body()).isEqualTo(answer.body());
              assertThat(sent.message().envelope().messageId())
                  .isEqualTo(answer.envelope().messageId());
            });
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_sameKeysOtherAmount_isRefusedAsConflictToThatOriginAndParkedFromTheSame()
      throws SQLException {
    paid();
    RefundCommand refund = refund(local, 6_000);
    eu.book(refund.message());
    eu.take();
    RefundCommand other =
        refund.refundId(refund.refundId() + "-us").amount(5_999, "EUR").from("us");

    List<Disposition> dispositions =
        eu.book(
            other.message(),
            other.requestKey("rk-other").message(),
            refund.amount(1, "EUR").message());

    assertThat(dispositions.subList(0, 2)).containsExactly(new Conflict(), new Conflict());
    assertThat(((Parked) dispositions.get(2)).reason()).isEqualTo("CONFLICT");
    List<TestHome.Sent> sent = eu.take();
    assertThat(sent.subList(0, 2))
        .allSatisfy(
            each -> {
              assertThat(each.topic()).isEqualTo("ledger-results.us");
              assertThat(((RefundRefused) each.body()).reason()).isEqualTo("CONFLICT");
            });
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_sameWishFromAnotherOrigin_isPaidOutOnceAndBothAreTold() throws SQLException {
    paid();
    RefundCommand first = refund(local, 6_000);
    RefundCommand second = first.refundId(first.refundId() + "-us").from("us");
    RefundCommand third = second.refundId(second.refundId() + "-b").requestKey("rk-b");

    eu.book(first.message(), second.message(), third.message(), second.attempt(2).message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Refunded(paymentId, 2, local, first.refundId(), 6_000, null),
            new Refunded(paymentId, 2, local, second.refundId(), 6_000, first.refundId()),
            new Refunded(paymentId, 2, local, third.refundId(), 6_000, first.refundId()),
            new Refunded(paymentId, 2, local, second.refundId(), 6_000, first.refundId()));
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_ofADuplicate_actsOnItsWinnerAndTellsTheWinnersRegion() throws SQLException {
    PayCommand pay = PayCommand.of(paymentId, local);
    PayCommand loser = pay.paymentId(paymentId + "-us").from("us");
    eu.book(pay.message(), loser.message());
    eu.take();
    RefundCommand refund = refund(local, 1_000).paymentId(loser.paymentId()).from("us");

    eu.book(refund.message());

    List<TestHome.Sent> sent = eu.take();
    assertThat(sent)
        .extracting(TestHome.Sent::topic)
        .containsExactly("ledger-results.us", "ledger-results.eu");
    assertThat(sent)
        .extracting(TestHome.Sent::body)
        .containsExactly(
            new Refunded(loser.paymentId(), 2, local, refund.refundId(), 1_000, null),
            new Refunded(paymentId, 2, local, refund.refundId(), 1_000, null));
    assertThat(eu.balance(payer)).isEqualTo(11_000);
  }

  @Test
  void refund_payeeWithoutTheMoney_isRefusedForGoodAndANewTryIsEvaluatedAfresh()
      throws SQLException {
    paid();
    eu.withdraw(here, "out-" + here, 5_000);
    RefundCommand refund = refund(local, 6_000);
    RefundRefused refused =
        new RefundRefused(paymentId, 1, local, refund.refundId(), "INSUFFICIENT_FUNDS");
    eu.book(refund.message());
    eu.fund(here, "in-" + here, 5_000);
    RefundCommand again = refund.refundId(refund.refundId() + "-b").requestKey("rk-b");

    eu.book(refund.attempt(2).message(), again.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            refused, refused, new Refunded(paymentId, 2, local, again.refundId(), 6_000, null));
    assertThat(eu.balance(payer)).isEqualTo(16_000);
  }

  @Test
  void refund_ofNothingSettled_isRefusedWithTheReason() throws SQLException {
    RefundCommand unknown = refund(local, 1);
    eu.book(unknown.message());
    eu.book(PayCommand.of(paymentId, intent("order-" + paymentId, payer, here, 99_999)).message());
    Intent rejected = intent("order-" + paymentId, payer, here, 99_999);
    RefundCommand ofRejected = refund(rejected, 1);
    eu.book(PayCommand.of(paymentId + "-x", across).message());
    Message leg = eu.take().get(2).message();
    RefundCommand ofOpen = refund(across, 1);

    eu.book(ofRejected.message(), ofOpen.message());

    assertThat(eu.takeBodies())
        .extracting(body -> ((RefundRefused) body).reason())
        .containsExactly("PAYMENT_REJECTED", "PAYMENT_NOT_SETTLED");
    us.book(leg);
    eu.book(carry(us));
    eu.take();
  }

  @Test
  void refund_unknownPayment_isRefused() throws SQLException {
    RefundCommand unknown = refund(local, 1);

    eu.book(unknown.message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new RefundRefused(paymentId, 0, null, unknown.refundId(), "UNKNOWN_PAYMENT"));
  }

  @Test
  void refund_otherCurrency_isRefused() throws SQLException {
    paid();

    eu.book(refund(local, 1).amount(1, "USD").message());

    assertThat(((RefundRefused) eu.takeBodies().get(0)).reason()).isEqualTo("CURRENCY_MISMATCH");
  }

  @Test
  void refund_ofAPaymentOfAnotherPayer_isParked() throws SQLException {
    paid();
    Intent stranger = intent("x", here, payer, 1);
    RefundCommand refund =
        new RefundCommand(
            "ref-x-" + paymentId,
            "x",
            paymentId,
            "eu",
            "rk",
            local.businessKey("rk-1"),
            stranger.payer(),
            1,
            "EUR",
            "m",
            1);

    List<Disposition> dispositions = eu.book(refund.message());

    assertThat(((Parked) dispositions.get(0)).reason()).isEqualTo("BUSINESS_KEY_MISMATCH");
    eu.take();
  }

  @Test
  void refund_payerClosed_goesToSuspense() throws SQLException {
    paid();
    eu.setState(payer, AccountState.CLOSED);
    long before = eu.balance("suspense:EUR");
    RefundCommand refund = refund(local, 6_000);

    eu.book(refund.message());

    assertThat(eu.takeBodies())
        .containsExactly(new Refunded(paymentId, 2, local, refund.refundId(), 6_000, null));
    assertThat(eu.balance("suspense:EUR")).isEqualTo(before + 6_000);
    assertThat(eu.balance(payer)).isEqualTo(10_000);
  }

  @Test
  void refund_racing_neverMoreThanWasPaid() throws Exception {
    paid();
    List<RefundCommand> refunds = new ArrayList<>();
    refunds.add(refund(local, 6_000));
    refunds.add(refund(local, 6_000).from("us"));
    race(refunds);
    List<RefundCommand> small = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      small.add(refund(local, 400));
    }

    race(small);

    assertThat(
            eu.number(
                "select count(*) from reversal where state = 'BOOKED' and amount_minor = 6000"
                    + " and payment_id = '%s'".formatted(paymentId)))
        .isEqualTo(1);
    assertThat(
            eu.number(
                "select count(*) from reversal where state = 'BOOKED' and amount_minor = 400"
                    + " and payment_id = '%s'".formatted(paymentId)))
        .isEqualTo(10);
    assertThat(eu.balance(payer)).isEqualTo(20_000);
    assertThat(eu.balance(here)).isZero();
    eu.take();
  }

  private static void race(List<RefundCommand> refunds) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<List<Disposition>>> calls = new ArrayList<>();
      for (RefundCommand refund : refunds) {
        List<Message> batch = List.of(refund.message());
        calls.add(() -> eu.unitOfWork().inTransaction(c -> eu.booking().book(c, batch)));
      }
      for (Future<List<Disposition>> each : threads.invokeAll(calls)) {
        assertThat(each.get()).containsExactly(new Applied());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
