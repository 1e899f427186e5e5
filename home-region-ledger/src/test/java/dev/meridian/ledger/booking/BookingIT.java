package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static dev.meridian.ledger.booking.Commands.withAmount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Conflict;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Intent;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payments within one home, and what becomes of repeats: on a real database. */
final class BookingIT {
  private static TestHome eu;
  private static int references;

  private String payer;
  private String payee;
  private Intent intent;

  @BeforeAll
  static void home() throws SQLException {
    eu = TestHome.fresh("eu");
  }

  @BeforeEach
  void accounts() throws SQLException {
    payer = eu.account(1_000);
    payee = eu.account(0);
    intent = intent("order-" + ++references, payer, payee, 300);
  }

  @AfterEach
  void invariantsHold() throws SQLException {
    assertThat(eu.broken()).isEmpty();
  }

  @Test
  void book_enoughMoney_movesItOnceAndSettles() throws SQLException {
    List<Disposition> dispositions = eu.book(PayCommand.of("pay-1", intent).message());

    assertThat(dispositions).containsExactly(new Applied());
    assertThat(eu.take())
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.topic()).isEqualTo("ledger-results.eu");
              assertThat(sent.body()).isEqualTo(new Settled("pay-1", 1, intent));
            });
    assertThat(eu.balance(payer)).isEqualTo(700);
    assertThat(eu.balance(payee)).isEqualTo(300);
  }

  @Test
  void book_exactlyTheBalance_leavesZero() throws SQLException {
    eu.book(PayCommand.of("pay-1", intent("all-" + payer, payer, payee, 1_000)).message());

    assertThat(eu.balance(payer)).isZero();
  }

  @Test
  void book_tooLittleMoney_isRefused() throws SQLException {
    rejects(intent("much-" + payer, payer, payee, 1_001), "INSUFFICIENT_FUNDS");
  }

  @Test
  void book_unknownPayer_isRefused() throws SQLException {
    rejects(intent("unknown-" + payer, eu.ids().account(), payee, 1), "UNKNOWN_PAYER");
  }

  @Test
  void book_closedPayer_isRefused() throws SQLException {
    eu.setState(payer, AccountState.CLOSED);
    rejects(intent, "PAYER_CLOSED");
  }

  @Test
  void book_frozenPayer_isRefused() throws SQLException {
    eu.setState(payer, AccountState.FROZEN);
    rejects(intent, "PAYER_FROZEN");
  }

  @Test
  void book_unknownPayee_isRefused() throws SQLException {
    rejects(intent("nobody-" + payer, payer, eu.ids().account(), 1), "UNKNOWN_PAYEE");
  }

  @Test
  void book_payeeThatNoRegionCanOwn_isRefused() throws SQLException {
    rejects(intent("nobody-" + payer, payer, "clearing:us:EUR:01", 1), "UNKNOWN_PAYEE");
  }

  @Test
  void book_closedPayee_isRefused() throws SQLException {
    eu.setState(payee, AccountState.CLOSED);
    rejects(intent, "PAYEE_CLOSED");
  }

  @Test
  void book_frozenPayee_isCredited() throws SQLException {
    eu.setState(payee, AccountState.FROZEN);

    eu.book(PayCommand.of("pay-1", intent).message());

    assertThat(eu.balance(payee)).isEqualTo(300);
    eu.take();
  }

  @Test
  void book_otherCurrency_isRefused() throws SQLException {
    rejects(intent("yen-" + payer, payer, eu.account("JPY", 0), 1), "CURRENCY_MISMATCH");
  }

  private void rejects(Intent wish, String reason) throws SQLException {
    long payerBefore = eu.balance(wish.payer());
    long payeeBefore = eu.balance(wish.payee());

    List<Disposition> dispositions = eu.book(PayCommand.of("pay-1", wish).message());

    assertThat(dispositions).containsExactly(new Applied());
    assertThat(eu.takeBodies()).containsExactly(new Rejected("pay-1", 1, wish, reason));
    assertThat(eu.balance(wish.payer())).isEqualTo(payerBefore);
    assertThat(eu.balance(wish.payee())).isEqualTo(payeeBefore);
  }

  @Test
  void book_sameMessageAgain_isAnsweredAgainUnderTheSameMessageId() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    eu.book(pay.message());
    String answerId = eu.take().get(0).message().envelope().messageId();

    List<Disposition> dispositions = eu.book(pay.message());

    assertThat(dispositions).containsExactly(new Duplicate(DuplicateCause.REDELIVERY));
    assertThat(eu.take())
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.body()).isEqualTo(new Settled("pay-1", 1, intent));
              assertThat(sent.message().envelope().messageId()).isEqualTo(answerId);
            });
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_resent_saysResendAndAnswersWithTheAttempt() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    eu.book(pay.message());
    eu.take();

    List<Disposition> dispositions = eu.book(pay.attempt(3).message());

    assertThat(dispositions).containsExactly(new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.take().get(0).message().envelope().attempt()).isEqualTo(3);
  }

  @Test
  void book_otherMessageSameKeysSameOrigin_saysTierFailure() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    eu.book(pay.message());

    List<Disposition> dispositions = eu.book(pay.otherMessage().message());

    assertThat(dispositions).containsExactly(new Duplicate(DuplicateCause.TIER_FAILURE));
    eu.take();
  }

  @Test
  void book_twiceInOneBatch_booksOnceAndAnswersTwice() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);

    List<Disposition> dispositions = eu.book(pay.message(), pay.message());

    assertThat(dispositions)
        .containsExactly(new Applied(), new Duplicate(DuplicateCause.REDELIVERY));
    assertThat(eu.takeBodies())
        .containsExactly(new Settled("pay-1", 1, intent), new Settled("pay-1", 1, intent));
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_sameIntentFromTwoOrigins_booksOnceAndTellsTheLoserItsWinner() throws SQLException {
    PayCommand pay = PayCommand.of("pay-eu", intent);

    List<Disposition> dispositions =
        eu.book(pay.message(), pay.paymentId("pay-us").from("us").message());

    assertThat(dispositions)
        .containsExactly(new Applied(), new Duplicate(DuplicateCause.OTHER_REGION));
    List<TestHome.Sent> sent = eu.take();
    assertThat(sent)
        .extracting(TestHome.Sent::topic)
        .containsExactly("ledger-results.eu", "ledger-results.us");
    assertThat(sent.get(1).body())
        .isEqualTo(new DuplicateOf("pay-us", 1, intent, "pay-eu", WinnerState.SETTLED, null));
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  /** An origin that forgot a payment takes its request in again, under another id. */
  @Test
  void book_sameTryUnderAnotherId_isAnsweredForTheFirstId() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    PayCommand asker = pay.paymentId("pay-us-1").from("us");
    eu.book(pay.message(), asker.message());
    List<TestHome.Sent> first = eu.take();

    eu.book(pay.paymentId("pay-2").message(), asker.paymentId("pay-us-2").message());

    assertThat(eu.take())
        .extracting(TestHome.Sent::body)
        .containsExactlyElementsOf(first.stream().map(TestHome.Sent::body).toList());
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_otherRequestKeyWhileBooked_isADuplicateOfTheFirst() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    eu.book(pay.message());
    eu.take();

    List<Disposition> dispositions = eu.book(pay.paymentId("pay-2").requestKey("rk-2").message());

    assertThat(dispositions).containsExactly(new Duplicate(DuplicateCause.OTHER_REQUEST));
    assertThat(eu.takeBodies())
        .containsExactly(new DuplicateOf("pay-2", 1, intent, "pay-1", WinnerState.SETTLED, null));
  }

  @Test
  void book_otherRequestKeyAfterRefusal_isEvaluatedAfreshAndTheRefusalStays() throws SQLException {
    Intent much = intent("topped-up-" + payer, payer, payee, 1_500);
    PayCommand refused = PayCommand.of("pay-1", much);
    eu.book(refused.message());
    eu.fund(payer, "more", 1_000);
    eu.take();

    eu.book(refused.paymentId("pay-2").requestKey("rk-2").message(), refused.attempt(2).message());

    assertThat(eu.takeBodies())
        .containsExactly(
            new Settled("pay-2", 1, much), new Rejected("pay-1", 1, much, "INSUFFICIENT_FUNDS"));
    assertThat(eu.balance(payer)).isEqualTo(500);
  }

  @Test
  void book_sameKeysOtherAmountOtherPayment_isRejectedAsConflictForGood() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    Intent other = withAmount(intent, 301);
    eu.book(pay.message());
    eu.take();
    PayCommand conflicting = pay.paymentId("pay-2").intent(other);

    List<Disposition> dispositions = eu.book(conflicting.message(), conflicting.message());

    assertThat(dispositions).containsExactly(new Conflict(), new Conflict());
    Rejected rejected = new Rejected("pay-2", 1, other, "CONFLICT");
    assertThat(eu.takeBodies()).containsExactly(rejected, rejected);
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_otherRequestKeyOtherAmountWhileBooked_isRejectedAsConflict() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    Intent other = withAmount(intent, 301);
    eu.book(pay.message());
    eu.take();
    PayCommand conflicting = pay.paymentId("pay-2").requestKey("rk-2").intent(other);

    List<Disposition> first = eu.book(conflicting.message());
    List<Disposition> second = eu.book(conflicting.message());

    assertThat(first).containsExactly(new Conflict());
    assertThat(second).containsExactly(new Duplicate(DuplicateCause.REDELIVERY));
    Rejected rejected = new Rejected("pay-2", 1, other, "CONFLICT");
    assertThat(eu.takeBodies()).containsExactly(rejected, rejected);
  }

  @Test
  void book_samePaymentOtherAmount_isParkedAndNeverTakesTheBookingBack() throws SQLException {
    PayCommand pay = PayCommand.of("pay-1", intent);
    Intent other = withAmount(intent, 301);
    eu.book(pay.message());
    eu.take();

    List<Disposition> dispositions = eu.book(pay.intent(other).message());

    assertThat(dispositions).singleElement().isInstanceOf(Parked.class);
    assertThat(eu.takeBodies()).singleElement().isInstanceOf(Body.Parked.class);
  }

  @Test
  void book_businessKeyOfAnotherIntent_isParked() throws SQLException {
    List<Disposition> dispositions =
        eu.book(
            PayCommand.of("pay-1", intent)
                .message(BusinessKey.of("shop", payer, "something-else", "rk-1")));

    assertThat(dispositions)
        .singleElement()
        .satisfies(d -> assertThat(((Parked) d).reason()).isEqualTo("BUSINESS_KEY_MISMATCH"));
    eu.take();
  }

  @Test
  void book_originThatNoRegionHas_isParkedAndSendsNothing() throws SQLException {
    List<Disposition> dispositions = eu.book(PayCommand.of("pay-1", intent).from("mars").message());

    assertThat(dispositions).singleElement().isInstanceOf(Parked.class);
    assertThat(eu.take()).isEmpty();
  }

  @Test
  void book_chainInOneBatch_seesWhatWasBookedBefore() throws SQLException {
    String third = eu.account(0);

    eu.book(
        PayCommand.of("pay-1", intent("a-" + payer, payer, payee, 1_000)).message(),
        PayCommand.of("pay-2", intent("b-" + payer, payee, third, 1_000)).message(),
        PayCommand.of("pay-3", intent("c-" + payer, payer, payee, 1)).message());

    assertThat(eu.takeBodies())
        .extracting(body -> body.kind().typeName())
        .containsExactly("Settled", "Settled", "Rejected");
    assertThat(eu.balance(third)).isEqualTo(1_000);
    assertThat(eu.balance(payee)).isZero();
  }
}
