package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Account;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Money;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.Objects;

/**
 * Decides a LegAnswer at the payer's home: settles the payment, or returns the money, and tells all
 * who asked. Money that can't go back to the payer's account goes to suspense: a return is never
 * refused.
 */
final class LegAnswerDecision {
  /** Parked under this reason: another home moved money that this one knows nothing of. */
  static final String UNKNOWN_LEG = "UNKNOWN_LEG";

  private final LedgerIds ids;
  private final Answers answers;
  private final Books books;
  private final Instant now;

  LegAnswerDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.ids = ids;
    this.answers = new Answers(home);
    this.books = books;
    this.now = now;
  }

  Disposition decide(Envelope envelope, LegAnswer answer) {
    PaymentLeg leg = books.paymentLeg(answer.legId());
    if (leg == null) {
      return new Parked(UNKNOWN_LEG, "no leg " + answer.legId() + " was sent from here");
    }
    if (!leg.outcome().businessKey().equals(envelope.businessKey())) {
      return Parked.of(
          Refusal.BUSINESS_KEY_MISMATCH, "the leg's intent is " + leg.outcome().businessKey());
    }
    return leg.state() == PaymentLeg.State.DEBITED
        ? apply(envelope, answer, leg)
        : repeated(envelope, answer, leg);
  }

  private static Disposition repeated(Envelope envelope, LegAnswer answer, PaymentLeg leg) {
    boolean saysTheSame =
        (answer.status() == LegStatus.BOOKED) == (leg.state() == PaymentLeg.State.SETTLED);
    if (!saysTheSame) {
      return Parked.of(
          Refusal.CONFLICT,
          "leg %s is %s here, its home now says %s"
              .formatted(leg.legId(), leg.state(), answer.status()));
    }
    DuplicateCause.First first =
        new DuplicateCause.First(
            envelope.originRegion(),
            Objects.requireNonNull(leg.answerMessageId()),
            leg.outcome().requestKey());
    return new Duplicate(DuplicateCause.of(envelope, first, false));
  }

  private Disposition apply(Envelope envelope, LegAnswer answer, PaymentLeg leg) {
    PayOutcome booked =
        Objects.requireNonNull(
            books.intent(leg.outcome().businessKey()).own(leg.outcome().requestKey()),
            "a leg has its outcome (payment_leg_outcome_fk)");
    if (answer.status() == LegStatus.BOOKED) {
      finish(envelope, leg, PaymentLeg.State.SETTLED, booked.settledNow());
    } else {
      returnMoney(envelope, leg, booked.intent().payer());
      String reason = Objects.requireNonNull(answer.reason(), "a refusal has a reason");
      finish(envelope, leg, PaymentLeg.State.RETURNED, booked.returned(reason));
    }
    return new Applied();
  }

  private void finish(
      Envelope envelope, PaymentLeg leg, PaymentLeg.State state, PayOutcome outcome) {
    books.change(leg.answered(state, envelope.messageId(), now));
    books.change(outcome);
    books.send(answers.toWinner(outcome, envelope));
    books
        .intent(outcome.businessKey())
        .askersOf(outcome)
        .forEach(asker -> books.send(answers.toAsker(asker, outcome, envelope)));
  }

  private void returnMoney(Envelope envelope, PaymentLeg leg, String payer) {
    Money amount = leg.amount();
    String clearing =
        SystemAccount.clearing(leg.counterHome(), amount.currency(), leg.paymentId()).id();
    books.book(
        new JournalEntry(
            ids.entry(),
            EntryKind.RETURN,
            leg.outcome().businessKey(),
            leg.paymentId(),
            leg.legId(),
            envelope.messageId(),
            now,
            JournalEntry.transfer(clearing, returnedTo(payer, amount), amount)));
  }

  private String returnedTo(String payer, Money amount) {
    Account account = books.balances().find(payer);
    return Judgement.credit(account, amount).isEmpty()
        ? payer
        : SystemAccount.suspense(amount.currency()).id();
  }
}
