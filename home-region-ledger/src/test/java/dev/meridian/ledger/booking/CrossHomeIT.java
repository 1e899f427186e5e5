package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.creditLeg;
import static dev.meridian.ledger.booking.Commands.intent;
import static dev.meridian.ledger.booking.Commands.legAnswer;
import static dev.meridian.ledger.booking.Commands.resent;
import static dev.meridian.ledger.booking.Commands.withAmount;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.account.Released;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Conflict;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.ResendSchedule;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Payments between two homes, their messages carried by hand. */
final class CrossHomeIT extends TwoHomes {
  private String payer;
  private String payee;
  private String paymentId;
  private Intent intent;

  @BeforeEach
  void accounts() throws SQLException {
    payer = eu.account(1_000);
    payee = us.account(0);
    int number = next();
    paymentId = "pay-" + number;
    intent = intent("order-" + number, payer, payee, 300);
  }

  @Override
  long creditedInUsOnly() throws SQLException {
    return us.number(
        """
        select coalesce(sum(amount_minor), 0) from leg_outcome
         where status <> 'REFUSED' and payment_id like 'open-%'
        """);
  }

  private Message debit() throws SQLException {
    eu.book(PayCommand.of(paymentId, intent).message());
    return onlyTo("ledger-commands.us", eu.take());
  }

  private static Message onlyTo(String topic, List<TestHome.Sent> sent) {
    assertThat(sent).extracting(TestHome.Sent::topic).containsExactly(topic);
    return sent.get(0).message();
  }

  private static Message credit(Message leg) throws SQLException {
    us.book(leg);
    return onlyTo("ledger-commands.eu", us.take());
  }

  @Test
  void book_payeeElsewhere_debitsAndSettlesOnlyWhenTheOtherHomeHasBooked() throws SQLException {
    Message leg = debit();
    assertThat(eu.balance(payer)).isEqualTo(700);
    Message answer = credit(leg);
    assertThat(us.balance(payee)).isEqualTo(300);

    List<Disposition> dispositions = eu.book(answer);

    assertThat(dispositions).containsExactly(new Applied());
    assertThat(eu.takeBodies()).containsExactly(new Settled(paymentId, 1, intent));
    assertThat(eu.number("select count(*) from open_message")).isZero();
  }

  @Test
  void book_payeeClosedElsewhere_returnsTheMoneyAndTellsThatHomesReason() throws SQLException {
    us.setState(payee, AccountState.CLOSED);

    eu.book(credit(debit()));

    assertThat(eu.takeBodies()).containsExactly(new Rejected(paymentId, 1, intent, "PAYEE_CLOSED"));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    assertThat(us.balance(payee)).isZero();
  }

  @Test
  void book_returnToAClosedPayer_goesToSuspense() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    Message answer = credit(debit());
    eu.setState(payer, AccountState.CLOSED);
    long before = eu.balance("suspense:EUR");

    eu.book(answer);

    assertThat(eu.balance("suspense:EUR")).isEqualTo(before + 300);
    assertThat(eu.balance(payer)).isEqualTo(700);
    assertThat(eu.takeBodies()).containsExactly(new Rejected(paymentId, 1, intent, "PAYEE_CLOSED"));
  }

  @Test
  void release_returnThatWentToSuspense_isAppliedOnceAfterReopening() throws Exception {
    us.setState(payee, AccountState.CLOSED);
    Message answer = credit(debit());
    eu.setState(payer, AccountState.CLOSED);
    eu.book(answer);
    assertThat(eu.takeBodies()).hasSize(1);
    String held = eu.heldFor(paymentId);
    Released whileClosed = eu.release(held, payer);
    eu.setState(payer, AccountState.OPEN);

    List<Released> released = eu.releaseTwiceAtOnce(held, payer);

    assertThat(whileClosed).isEqualTo(new Released.CannotTake("it is closed"));
    assertThat(released)
        .extracting(each -> ((Released.Done) each).repeated())
        .containsExactlyInAnyOrder(false, true);
    assertThat(eu.release(held, payee)).isEqualTo(new Released.ToAnother(payer));
    assertThat(eu.release("ent-none", payer)).isEqualTo(new Released.NothingHeld());
    assertThat(eu.balance(payer)).isEqualTo(1_000);
    assertThat(eu.heldFor(paymentId)).isEmpty();
  }

  @Test
  void book_legRepeated_isCreditedOnceAndAnsweredTheSameAgain() throws SQLException {
    Message leg = debit();
    Message answer = credit(leg);

    List<Disposition> dispositions = us.book(leg, resent(leg));

    assertThat(dispositions)
        .containsExactly(
            new Duplicate(DuplicateCause.REDELIVERY), new Duplicate(DuplicateCause.RESEND));
    assertThat(us.take())
        .allSatisfy(
            sent -> {
              assertThat(sent.body()).isEqualTo(answer.body());
              assertThat(sent.message().envelope().messageId())
                  .isEqualTo(answer.envelope().messageId());
            });
    assertThat(us.balance(payee)).isEqualTo(300);
    eu.book(answer);
    eu.take();
  }

  @Test
  void book_legTwiceInOneBatch_isCreditedOnce() throws SQLException {
    Message leg = debit();

    List<Disposition> dispositions = us.book(leg, leg);

    assertThat(dispositions)
        .containsExactly(new Applied(), new Duplicate(DuplicateCause.REDELIVERY));
    assertThat(us.balance(payee)).isEqualTo(300);
    eu.book(us.take().get(0).message());
    eu.take();
  }

  @Test
  void book_refusedLegRepeatedAfterThePayeeOpened_staysRefused() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    Message leg = debit();
    Message answer = credit(leg);
    us.setState(payee, AccountState.OPEN);

    Message again = credit(resent(leg));

    assertThat(again.body()).isEqualTo(answer.body());
    assertThat(us.balance(payee)).isZero();
    eu.book(answer);
    eu.take();
  }

  @Test
  void book_answerRepeated_settlesOnceAndSaysNothingTwice() throws SQLException {
    Message answer = credit(debit());
    eu.book(answer);
    eu.take();

    List<Disposition> dispositions = eu.book(answer, resent(answer));

    assertThat(dispositions)
        .containsExactly(
            new Duplicate(DuplicateCause.REDELIVERY), new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.take()).isEmpty();
  }

  @Test
  void book_answerThatContradictsAnEarlierOne_isParked() throws SQLException {
    Message answer = credit(debit());
    eu.book(answer);
    eu.take();

    List<Disposition> dispositions =
        eu.book(
            legAnswer(intent.businessKey("rk-1"), paymentId, LegStatus.REFUSED, "PAYEE_CLOSED"));

    assertThat(dispositions)
        .singleElement()
        .satisfies(d -> assertThat(((Parked) d).reason()).isEqualTo("CONFLICT"));
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_answerToALegThatWasNeverSent_isParked() throws SQLException {
    List<Disposition> dispositions =
        eu.book(legAnswer(intent.businessKey("rk-1"), "pay-never", LegStatus.BOOKED, null));

    assertThat(dispositions)
        .singleElement()
        .satisfies(d -> assertThat(((Parked) d).reason()).isEqualTo("UNKNOWN_LEG"));
  }

  @Test
  void resendDue_answerLost_sendsTheLegAgainAndItSettles() throws SQLException {
    Message leg = debit();
    credit(leg); // and its answer is lost
    OpenMessages open = new OpenMessages(ResendSchedule.DEFAULT);
    Instant later = Instant.now().plus(Duration.ofSeconds(31));

    eu.unitOfWork().inTransaction(c -> open.resendDue(c, later, 10));

    Message again = onlyTo("ledger-commands.us", eu.take());
    assertThat(again.envelope().messageId()).isEqualTo(leg.envelope().messageId());
    assertThat(again.envelope().attempt()).isEqualTo(2);
    eu.book(credit(again));
    assertThat(eu.takeBodies()).containsExactly(new Settled(paymentId, 1, intent));
    assertThat(us.balance(payee)).isEqualTo(300);
  }

  @Test
  void book_payRepeatedWhileTheLegIsOpen_staysSilentUntilItIsAnswered() throws SQLException {
    PayCommand pay = PayCommand.of(paymentId, intent);
    eu.book(pay.message());
    Message leg = eu.take().get(0).message();

    List<Disposition> dispositions = eu.book(pay.attempt(2).message());

    assertThat(dispositions).containsExactly(new Duplicate(DuplicateCause.RESEND));
    assertThat(eu.take()).isEmpty();
    eu.book(credit(leg));
    assertThat(eu.takeBodies()).containsExactly(new Settled(paymentId, 1, intent));
  }

  @Test
  void book_secondOriginWhileOpen_hearsTheOutcomeWithTheFirst() throws SQLException {
    PayCommand pay = PayCommand.of(paymentId, intent);
    PayCommand second = pay.paymentId(paymentId + "-us").from("us");
    eu.book(pay.message(), second.message(), second.message());
    Message leg = onlyTo("ledger-commands.us", eu.take());

    eu.book(credit(leg));

    List<TestHome.Sent> sent = eu.take();
    assertThat(sent)
        .extracting(TestHome.Sent::topic)
        .containsExactly("ledger-results.eu", "ledger-results.us");
    assertThat(sent.get(1).body())
        .isEqualTo(
            new DuplicateOf(second.paymentId(), 1, intent, paymentId, WinnerState.SETTLED, null));
    assertThat(eu.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_otherRequestKeyWhileOpenThenReturned_isToldTheRejectionForGood() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    PayCommand pay = PayCommand.of(paymentId, intent);
    PayCommand second = pay.paymentId(paymentId + "-b").requestKey("rk-2");
    eu.book(pay.message(), second.message());
    eu.book(credit(eu.take().get(0).message()));
    us.setState(payee, AccountState.OPEN);
    DuplicateOf told =
        new DuplicateOf(
            second.paymentId(), 1, intent, paymentId, WinnerState.REJECTED, "PAYEE_CLOSED");
    assertThat(eu.takeBodies())
        .containsExactly(new Rejected(paymentId, 1, intent, "PAYEE_CLOSED"), told);

    eu.book(second.attempt(2).message());

    assertThat(eu.takeBodies()).containsExactly(told);
    assertThat(eu.balance(payer)).isEqualTo(1_000);
  }

  @Test
  void book_newRequestKeyAfterTheReturn_isEvaluatedAfresh() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    PayCommand pay = PayCommand.of(paymentId, intent);
    eu.book(pay.message());
    Message refusal = credit(eu.take().get(0).message());
    us.setState(payee, AccountState.OPEN);
    PayCommand third = pay.paymentId(paymentId + "-c").requestKey("rk-3");

    eu.book(refusal, third.message()); // return and new booking in one batch

    List<TestHome.Sent> sent = eu.take();
    assertThat(sent.get(0).body()).isEqualTo(new Rejected(paymentId, 1, intent, "PAYEE_CLOSED"));
    eu.book(credit(sent.get(1).message()));
    assertThat(eu.takeBodies()).containsExactly(new Settled(third.paymentId(), 1, intent));
    assertThat(us.balance(payee)).isEqualTo(300);
  }

  @Test
  void book_conflictWhileBookedThenReturned_staysAConflict() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    PayCommand pay = PayCommand.of(paymentId, intent);
    Intent other = withAmount(intent, 301);
    PayCommand conflicting = pay.paymentId(paymentId + "-x").requestKey("rk-x").intent(other);
    eu.book(pay.message());
    Message leg = eu.take().get(0).message();
    assertThat(eu.book(conflicting.message())).containsExactly(new Conflict());
    eu.book(credit(leg));
    eu.take();

    eu.book(conflicting.attempt(2).message());

    assertThat(eu.takeBodies())
        .containsExactly(new Rejected(conflicting.paymentId(), 1, other, "CONFLICT"));
    assertThat(eu.balance(payer)).isEqualTo(1_000);
  }

  @Test
  void book_returnLegToAClosedAccount_goesToSuspenseAndIsAnsweredBooked() throws SQLException {
    us.setState(payee, AccountState.CLOSED);
    long before = us.balance("suspense:EUR");

    us.book(creditLeg("open-" + paymentId, CreditPurpose.RETURN, payee, "eu", 50));

    assertThat(us.balance("suspense:EUR")).isEqualTo(before + 50);
    assertThat(us.takeBodies())
        .singleElement()
        .satisfies(body -> assertThat(((LegAnswer) body).status()).isEqualTo(LegStatus.BOOKED));
  }

  @Test
  void book_legWithTheSameIdAndAnotherAmount_isParked() throws SQLException {
    String id = "open-other-" + paymentId;
    us.book(creditLeg(id, CreditPurpose.PAYMENT, payee, "eu", 50));
    us.take();

    List<Disposition> dispositions = us.book(creditLeg(id, CreditPurpose.PAYMENT, payee, "eu", 51));

    assertThat(dispositions)
        .singleElement()
        .satisfies(d -> assertThat(((Parked) d).reason()).isEqualTo("CONFLICT"));
    assertThat(us.take()).isEmpty();
    assertThat(us.balance(payee)).isEqualTo(50);
  }

  @Test
  void book_legFromItsOwnRegion_isParked() throws SQLException {
    List<Disposition> dispositions =
        us.book(creditLeg(paymentId, CreditPurpose.PAYMENT, payee, "us", 50));

    assertThat(dispositions)
        .singleElement()
        .satisfies(d -> assertThat(((Parked) d).reason()).isEqualTo("MISROUTED"));
  }
}
