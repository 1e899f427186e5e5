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
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Money;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives a payment's money back, in part (refund) or as a whole (cancel): guarded by the payment's
 * {@link Capture}, taken from the payee, then credited to the payer. What the payee's account
 * doesn't give is released again. A credit that the payer's account can't take goes to suspense and
 * is never refused. Works on the batch's {@link Books} only.
 */
final class GivingBack {
  private final HomeRegion home;
  private final LedgerIds ids;
  private final Answers answers;
  private final ReversalAnswers reversalAnswers;
  private final Books books;
  private final Instant now;

  GivingBack(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.home = home;
    this.ids = ids;
    this.answers = new Answers(home);
    this.reversalAnswers = new ReversalAnswers(home);
    this.books = books;
    this.now = now;
  }

  void refund(ReversalRequest request, Money amount, Envelope heard) {
    IntentBook intent = books.intent(request.payment());
    PayOutcome payment = intent.booked();
    if (payment == null || !payment.settled()) {
      Reason reason = payment == null ? intent.whyNothingIsBooked() : Reason.PAYMENT_NOT_SETTLED;
      PayOutcome.Key open = payment == null ? null : payment.key();
      refuse(Reversal.refused(request, reason, open, amount, 0, now), heard);
      return;
    }
    Capture capture = books.reversals().capture(payment);
    Reversal asked = Reversal.waiting(request, payment, now);
    if (!amount.currency().equals(capture.captured().currency())) {
      refuse(asked, payment, amount, Reason.CURRENCY_MISMATCH, heard);
    } else if (!capture.allows(amount)) {
      refuse(asked, payment, amount, Reason.REFUND_EXCEEDS_PAYMENT, heard);
    } else {
      take(asked, payment, amount, heard);
    }
  }

  void cancel(ReversalRequest request, Envelope heard) {
    PayOutcome payment = books.intent(request.payment()).booked();
    if (payment == null) {
      Reversal tombstone = Reversal.tombstone(request, now);
      books.reversals().add(tombstone);
      books.send(reversalAnswers.toAsked(tombstone, null, heard));
      return;
    }
    Reversal waiting = Reversal.waiting(request, payment, now);
    if (payment.settled()) {
      takeAll(waiting, payment, heard);
    } else {
      books.reversals().add(waiting);
    }
  }

  /** The cancel that waits for this intent's leg; null if there is none. */
  @Nullable Reversal waiting(PayOutcome payment) {
    Reversal cancel = books.reversals().live(Kind.CANCEL_REQUESTED, payment.businessKey());
    return cancel != null && cancel.state() == Reversal.State.WAITING ? cancel : null;
  }

  /** The payment has settled at last: a cancel that waited for it takes everything back. */
  void takeAll(Reversal cancel, PayOutcome payment, Envelope heard) {
    Money all = payment.intent().money();
    if (books.reversals().capture(payment).isUntouched()) {
      take(cancel, payment, all, heard);
    } else {
      refuse(cancel, payment, all, Reason.TOO_LATE, heard);
    }
  }

  /** The payee's home has refused the payment: its return is what the cancel asked for. */
  void cancelledByReturn(Reversal cancel, PayOutcome returned, String entryId, Envelope heard) {
    Capture untouched = books.reversals().capture(returned);
    Money all = returned.intent().money();
    Reversal booked = cancel.booked(returned, entryId, all, untouched, null, now);
    books.reversals().add(booked);
    tell(booked, returned, heard);
  }

  /** The guard has let it pass: holds the money back, and takes it from the payee. */
  private void take(Reversal open, PayOutcome payment, Money amount, Envelope heard) {
    String payee = payment.intent().payee();
    Capture reserved = books.reversals().capture(payment).reserved(amount);
    String payeeHome = home.resolver().homeOf(payee);
    if (!payeeHome.equals(home.code())) {
      Reversal.Leg leg = new Reversal.Leg(LegIds.debit(open.request().reversalId()), payeeHome);
      Reversal sent = open.reserved(payment, leg, amount, reserved.version());
      books.reversals().put(sent, reserved);
      books.send(reversalAnswers.debitLeg(sent, payment, ids.message(), heard));
      return;
    }
    List<Posting> postings =
        JournalEntry.transfer(payee, creditedTo(payment.intent().payer(), amount), amount);
    Optional<Reason> unfit = unfit(payee, amount, postings);
    if (unfit.isPresent()) {
      refuse(open, payment, amount, unfit.get(), heard);
    } else {
      book(open, payment, amount, reserved, null, postings, heard);
    }
  }

  private Optional<Reason> unfit(String payee, Money amount, List<Posting> postings) {
    return Judgement.takeBack(books.balances().find(payee), amount)
        .or(
            () ->
                books.balances().allow(postings)
                    ? Optional.empty()
                    : Optional.of(Reason.AMOUNT_OUT_OF_RANGE));
  }

  /** The payee's home has answered the debit. */
  Disposition legAnswered(Envelope envelope, LegAnswer answer, Reversal reversal) {
    PayOutcome payment = Objects.requireNonNull(books.actedOn(reversal), "a leg has its payment");
    if (!payment.businessKey().equals(envelope.businessKey())) {
      return Parked.of(
          Refusal.BUSINESS_KEY_MISMATCH, "the leg's intent is " + payment.businessKey());
    }
    if (reversal.state() != Reversal.State.RESERVED) {
      return repeated(envelope, answer, reversal);
    }
    Money amount = Objects.requireNonNull(reversal.amount());
    Capture capture = books.reversals().capture(payment);
    if (answer.status() == LegStatus.REFUSED) {
      String reason =
          reversal.request().isCancel()
              ? Reason.TOO_LATE.name()
              : Objects.requireNonNull(answer.reason());
      Reversal refused =
          reversal.refusedNow(reason, amount, capture.version(), envelope.messageId(), now);
      books.reversals().put(refused, capture.released(amount));
      books.answered(answer.legId());
      tell(refused, payment, envelope);
      return new Applied();
    }
    List<Posting> postings = creditFromClearing(reversal, payment, amount);
    if (!books.balances().allow(postings)) {
      return Parked.of(Refusal.NO_ROOM, "suspense, or clearing, would leave 64 bits");
    }
    books.answered(answer.legId());
    book(reversal, payment, amount, capture, envelope.messageId(), postings, envelope);
    return new Applied();
  }

  private static Disposition repeated(Envelope envelope, LegAnswer answer, Reversal reversal) {
    boolean saysTheSame =
        (answer.status() == LegStatus.BOOKED) == (reversal.state() == Reversal.State.BOOKED);
    if (!saysTheSame) {
      return Parked.of(
          Refusal.CONFLICT,
          "leg %s is %s here, its home now says %s"
              .formatted(answer.legId(), reversal.state(), answer.status()));
    }
    DuplicateCause.First first =
        new DuplicateCause.First(
            envelope.originRegion(),
            Objects.requireNonNull(reversal.legAnswerId()),
            reversal.request().requestKey());
    return new Duplicate(DuplicateCause.of(envelope, first, false));
  }

  private List<Posting> creditFromClearing(Reversal reversal, PayOutcome payment, Money amount) {
    String counterHome = Objects.requireNonNull(reversal.leg()).home();
    String clearing =
        SystemAccount.clearing(counterHome, amount.currency(), payment.paymentId()).id();
    return JournalEntry.transfer(clearing, creditedTo(payment.intent().payer(), amount), amount);
  }

  private String creditedTo(String payer, Money amount) {
    Account account = books.balances().find(payer);
    return Judgement.credit(account, amount).isEmpty()
        ? payer
        : SystemAccount.suspense(amount.currency()).id();
  }

  private void book(
      Reversal open,
      PayOutcome payment,
      Money amount,
      Capture reserved,
      @Nullable String answeredBy,
      List<Posting> postings,
      Envelope heard) {
    boolean cancel = open.request().isCancel();
    JournalEntry entry = entry(open, payment, postings, heard);
    books.book(entry);
    Capture paidOut = reserved.paidOut(cancel);
    Reversal booked = open.booked(payment, entry.id(), amount, paidOut, answeredBy, now);
    books.reversals().put(booked, paidOut);
    if (cancel) {
      cancelled(payment.returned(Reason.CANCELLED.name()), heard);
    }
    tell(booked, payment, heard);
  }

  private JournalEntry entry(
      Reversal open, PayOutcome payment, List<Posting> postings, Envelope heard) {
    Reversal.Leg leg = open.leg();
    return new JournalEntry(
        ids.entry(),
        open.request().isCancel() ? EntryKind.REVERSAL : EntryKind.REFUND,
        open.request().businessKey(),
        payment.paymentId(),
        leg == null ? null : leg.id(),
        heard.messageId(),
        now,
        postings);
  }

  private void cancelled(PayOutcome outcome, Envelope heard) {
    books.change(outcome);
    long version = books.version(outcome);
    books.send(answers.toWinner(outcome, version, heard));
    books
        .intent(outcome.businessKey())
        .askersOf(outcome)
        .forEach(asker -> books.send(answers.toAsker(asker, outcome, version, heard)));
  }

  private void refuse(Reversal open, PayOutcome payment, Money amount, Reason why, Envelope heard) {
    Reason reason = open.request().isCancel() ? Reason.TOO_LATE : why;
    long version = books.reversals().capture(payment).version();
    refuse(open.refusedNow(reason.name(), amount, version, null, now), heard);
  }

  private void refuse(Reversal refused, Envelope heard) {
    books.reversals().add(refused);
    tell(refused, books.actedOn(refused), heard);
  }

  private void tell(Reversal outcome, @Nullable PayOutcome payment, Envelope heard) {
    Intent intent = payment == null ? null : payment.intent();
    books.send(reversalAnswers.toAsked(outcome, intent, heard));
    books
        .reversals()
        .askersOf(outcome)
        .forEach(asker -> books.send(reversalAnswers.toAsker(asker, outcome, intent, heard)));
    if (payment != null && !outcome.request().isCancel() && outcome.isLive()) {
      tellOwnRegion(outcome, payment, heard);
    }
  }

  /** The payment's own region learns of a refund that was asked for under another payment's id. */
  private void tellOwnRegion(Reversal refunded, PayOutcome payment, Envelope heard) {
    if (!payment.paymentId().equals(refunded.request().paymentId())) {
      books.send(reversalAnswers.toPayment(payment, refunded, heard));
    }
  }
}
