package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Account;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Money;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.List;
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
  private final GivingBack givingBack;
  private final Instant now;

  LegAnswerDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.ids = ids;
    this.answers = new Answers(home);
    this.books = books;
    this.givingBack = new GivingBack(home, ids, books, now);
    this.now = now;
  }

  Disposition decide(Envelope envelope, LegAnswer answer) {
    PaymentLeg leg = books.paymentLeg(answer.legId());
    Reversal reversal = books.reversals().ofLeg(answer.legId());
    if (reversal != null) {
      return givingBack.legAnswered(envelope, answer, reversal);
    }
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
      settle(envelope, leg, booked);
      return new Applied();
    }
    List<Posting> postings = returned(leg, booked.intent().payer());
    if (!books.balances().allow(postings)) {
      return Parked.of(Refusal.NO_ROOM, "suspense, or clearing, would leave 64 bits");
    }
    takeBack(envelope, leg, booked, postings, Objects.requireNonNull(answer.reason()));
    return new Applied();
  }

  private void settle(Envelope envelope, PaymentLeg leg, PayOutcome booked) {
    PayOutcome settled = booked.settledNow();
    finish(envelope, leg, PaymentLeg.State.SETTLED, settled);
    Reversal cancel = givingBack.waiting(settled);
    if (cancel != null) {
      givingBack.takeAll(cancel, settled, envelope);
    }
  }

  private void takeBack(
      Envelope envelope, PaymentLeg leg, PayOutcome booked, List<Posting> postings, String reason) {
    String entryId = bookReturn(envelope, leg, postings);
    Reversal cancel = givingBack.waiting(booked);
    PayOutcome outcome = booked.returned(cancel == null ? reason : Reason.CANCELLED.name());
    finish(envelope, leg, PaymentLeg.State.RETURNED, outcome);
    if (cancel != null) {
      givingBack.cancelledByReturn(cancel, outcome, entryId, envelope);
    }
  }

  private void finish(
      Envelope envelope, PaymentLeg leg, PaymentLeg.State state, PayOutcome outcome) {
    books.change(leg.answered(state, envelope.messageId(), now));
    books.change(outcome);
    books.send(answers.toWinner(outcome, Answers.FIRST_OUTCOME, envelope));
    books
        .intent(outcome.businessKey())
        .askersOf(outcome)
        .forEach(
            asker -> books.send(answers.toAsker(asker, outcome, Answers.FIRST_OUTCOME, envelope)));
  }

  private List<Posting> returned(PaymentLeg leg, String payer) {
    Money amount = leg.amount();
    String clearing =
        SystemAccount.clearing(leg.counterHome(), amount.currency(), leg.paymentId()).id();
    return JournalEntry.transfer(clearing, returnedTo(payer, amount), amount);
  }

  private String bookReturn(Envelope envelope, PaymentLeg leg, List<Posting> postings) {
    JournalEntry entry =
        new JournalEntry(
            ids.entry(),
            EntryKind.RETURN,
            leg.outcome().businessKey(),
            leg.paymentId(),
            leg.legId(),
            envelope.messageId(),
            now,
            postings);
    books.book(entry);
    return entry.id();
  }

  private String returnedTo(String payer, Money amount) {
    Account account = books.balances().find(payer);
    return Judgement.credit(account, amount).isEmpty()
        ? payer
        : SystemAccount.suspense(amount.currency()).id();
  }
}
