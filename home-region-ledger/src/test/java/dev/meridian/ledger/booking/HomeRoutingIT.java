package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Forwarded;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.booking.ReversalCommands.CancelCommand;
import dev.meridian.ledger.booking.ReversalCommands.RefundCommand;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands that come to a region that isn't their home. */
final class HomeRoutingIT extends TwoHomes {
  private String payer;
  private String payee;
  private String paymentId;
  private Intent american;

  @BeforeEach
  void accounts() throws SQLException {
    payer = us.account(1_000);
    payee = us.account(0);
    int number = next();
    paymentId = "pay-" + number;
    american = intent("order-" + number, payer, payee, 300);
  }

  @Test
  void book_anotherRegionsPayer_isSentOnOnceAndBookedThere() throws SQLException {
    Message pay = PayCommand.of(paymentId, american).message();

    List<Disposition> dispositions = eu.book(pay);

    assertThat(dispositions).containsExactly(new Forwarded("us"));
    TestHome.Sent sent = eu.take().get(0);
    assertThat(sent.topic()).isEqualTo("ledger-commands.us");
    assertThat(sent.message()).isEqualTo(new Message(pay.envelope().forwarded(), pay.body()));
    assertThat(us.book(sent.message())).containsExactly(new Applied());
    assertThat(us.takeBodies()).containsExactly(new Settled(paymentId, 1, american));
    assertThat(us.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_sentOnAndStraightToo_isBookedOnce() throws SQLException {
    Message pay = PayCommand.of(paymentId, american).message();
    eu.book(pay, pay);

    us.book(pay);
    List<TestHome.Sent> sent = eu.take();
    assertThat(us.book(sent.get(0).message(), sent.get(1).message()))
        .containsOnly(new Duplicate(DuplicateCause.REDELIVERY));

    us.take();
    assertThat(us.balance(payer)).isEqualTo(700);
  }

  @Test
  void book_sentOnAndAstrayAgain_isParkedAndItsOriginIsTold() throws SQLException {
    Message pay = PayCommand.of(paymentId, american).message();
    Message sentOn = new Message(pay.envelope().forwarded(), pay.body());

    List<Disposition> dispositions = eu.book(sentOn);

    assertThat(((Parked) dispositions.get(0)).reason()).isEqualTo("MISROUTED");
    assertThat(eu.takeBodies())
        .containsExactly(new Body.Parked(paymentId, 0, american, "MISROUTED"));
  }

  @Test
  void book_everyOtherCommandAstray_isSentOn() throws SQLException {
    List<Disposition> dispositions =
        eu.book(
            CancelCommand.of("can-" + paymentId, paymentId, american).message(),
            RefundCommand.of("ref-" + paymentId, paymentId, american, 1).message(),
            Commands.creditLeg(paymentId, Body.CreditPurpose.PAYMENT, payee, "cn", 1),
            debitLeg());

    assertThat(dispositions).hasSize(4).containsOnly(new Forwarded("us"));
    assertThat(eu.take())
        .hasSize(4)
        .allSatisfy(
            sent -> {
              assertThat(sent.topic()).isEqualTo("ledger-commands.us");
              assertThat(sent.message().envelope().hops()).isEqualTo(1);
            });
  }

  private Message debitLeg() {
    Message credit = Commands.creditLeg(paymentId, Body.CreditPurpose.PAYMENT, payee, "cn", 1);
    return new Message(
        credit.envelope(),
        new Body.DebitLeg(LegIds.debit("ref-" + paymentId), paymentId, payee, "cn", 1, "EUR"));
  }

  /** eu goes by accounts, us takes itself for the home of all: both say so, and book nothing. */
  @Test
  void book_regionsOfDifferentModes_findOutAndMoveNoMoney() throws SQLException {
    TestHome single = TestHome.fresh("us", "single:us");
    String european = eu.account(1_000);
    Intent intent = intent("modes", european, eu.account(0), 300);
    Message byAccount = PayCommand.of(paymentId, intent).message();
    Message bySingle =
        new Message(byAccount.envelope().withResolverMode("single:us"), byAccount.body());

    Disposition there = single.book(byAccount).get(0);
    Disposition here = eu.book(bySingle).get(0);

    assertThat(List.of(there, here))
        .allSatisfy(
            disposition -> {
              Parked parked = (Parked) disposition;
              assertThat(parked.reason()).isEqualTo("MISROUTED");
              assertThat(parked.detail()).contains("'account'").contains("'single:us'");
            });
    assertThat(single.takeBodies()).hasSize(1).hasOnlyElementsOfType(Body.Parked.class);
    assertThat(eu.takeBodies()).hasSize(1).hasOnlyElementsOfType(Body.Parked.class);
    assertThat(eu.balance(european)).isEqualTo(1_000);
  }

  @Test
  void book_producerWithoutAMode_isBooked() throws SQLException {
    Message pay = PayCommand.of(paymentId, american).message();
    Envelope e = pay.envelope();
    Message plain =
        new Message(
            new Envelope(
                e.messageId(),
                e.businessKey(),
                e.requestKey(),
                e.occurredAt(),
                e.originRegion(),
                1,
                null,
                null),
            pay.body());

    assertThat(us.book(plain)).containsExactly(new Applied());
    us.take();
  }
}
