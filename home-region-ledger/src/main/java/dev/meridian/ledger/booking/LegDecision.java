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
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides a CreditLeg or DebitLeg at its account's home, once per leg id. A first credit and a
 * debit that can't be booked are refused; a return or refund that can't be booked goes to suspense
 * and is never refused. Every repeat is answered with what was decided first.
 */
final class LegDecision {
  private final LedgerIds ids;
  private final Answers answers;
  private final Books books;
  private final Instant now;

  LegDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.ids = ids;
    this.answers = new Answers(home);
    this.books = books;
    this.now = now;
  }

  Disposition decide(Envelope envelope, LegTerms leg) {
    Fingerprint fingerprint = leg.fingerprint(envelope.businessKey());
    LegOutcome decided = books.legOutcome(leg.legId());
    if (decided == null) {
      return fresh(envelope, leg, fingerprint);
    }
    if (decided.fingerprint().conflictsWith(fingerprint)) {
      return Parked.of(Refusal.CONFLICT, "leg " + leg.legId() + " came before with other values");
    }
    books.send(answers.legAnswer(envelope, decided));
    return new Duplicate(DuplicateCause.of(envelope, decided.first(envelope.requestKey()), false));
  }

  private Disposition fresh(Envelope envelope, LegTerms leg, Fingerprint fingerprint) {
    Optional<Reason> refusal = refusal(leg, leg.account());
    if (refusal.isEmpty()) {
      String entryId = book(envelope, leg, leg.account());
      return decided(
          envelope, outcome(envelope, leg, fingerprint, LegOutcome.Status.BOOKED, null, entryId));
    }
    String reason = refusal.get().name();
    if (leg.mayBeRefused()) {
      return decided(
          envelope, outcome(envelope, leg, fingerprint, LegOutcome.Status.REFUSED, reason, null));
    }
    String suspense = SystemAccount.suspense(leg.amount().currency()).id();
    if (!books.balances().allow(postings(leg, suspense))) {
      return Parked.of(Refusal.NO_ROOM, "suspense, or clearing, would leave 64 bits");
    }
    String entryId = book(envelope, leg, suspense);
    return decided(
        envelope, outcome(envelope, leg, fingerprint, LegOutcome.Status.SUSPENSE, reason, entryId));
  }

  private Disposition decided(Envelope envelope, LegOutcome outcome) {
    books.add(outcome);
    books.send(answers.legAnswer(envelope, outcome));
    return new Applied();
  }

  private Optional<Reason> refusal(LegTerms leg, String accountId) {
    Account account = books.balances().find(accountId);
    Optional<Reason> unfit =
        leg.isDebit()
            ? Judgement.takeBack(account, leg.amount())
            : Judgement.credit(account, leg.amount());
    return unfit.or(
        () ->
            books.balances().allow(postings(leg, accountId))
                ? Optional.empty()
                : Optional.of(Reason.AMOUNT_OUT_OF_RANGE));
  }

  private static List<Posting> postings(LegTerms leg, String account) {
    String clearing =
        SystemAccount.clearing(leg.payerHome(), leg.amount().currency(), leg.paymentId()).id();
    return leg.isDebit()
        ? JournalEntry.transfer(account, clearing, leg.amount())
        : JournalEntry.transfer(clearing, account, leg.amount());
  }

  private String book(Envelope envelope, LegTerms leg, String account) {
    JournalEntry entry =
        new JournalEntry(
            ids.entry(),
            leg.isDebit() ? EntryKind.DEBIT_LEG : EntryKind.CREDIT_LEG,
            envelope.businessKey(),
            leg.paymentId(),
            leg.legId(),
            envelope.messageId(),
            now,
            postings(leg, account));
    books.book(entry);
    return entry.id();
  }

  private LegOutcome outcome(
      Envelope envelope,
      LegTerms leg,
      Fingerprint fingerprint,
      LegOutcome.Status status,
      @Nullable String reason,
      @Nullable String entryId) {
    return new LegOutcome(
        leg,
        fingerprint,
        status,
        reason,
        entryId,
        envelope.messageId(),
        ids.message(),
        envelope.originRegion(),
        now);
  }
}
