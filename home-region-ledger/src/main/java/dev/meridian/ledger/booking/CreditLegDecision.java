package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Money;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides a CreditLeg at the credited account's home, once per leg id. A first credit that can't be
 * booked is refused; a return or refund that can't be booked goes to suspense and is never refused.
 * Every repeat is answered with what was decided first.
 */
final class CreditLegDecision {
  private final LedgerIds ids;
  private final Answers answers;
  private final Books books;
  private final Instant now;

  CreditLegDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.ids = ids;
    this.answers = new Answers(home);
    this.books = books;
    this.now = now;
  }

  Disposition decide(Envelope envelope, CreditLeg leg) {
    Fingerprint fingerprint = fingerprint(envelope.businessKey(), leg);
    LegOutcome decided = books.legOutcome(leg.legId());
    if (decided == null) {
      LegOutcome outcome = fresh(envelope, leg, fingerprint);
      books.add(outcome);
      books.send(answers.legAnswer(envelope, outcome));
      return new Applied();
    }
    if (decided.fingerprint().conflictsWith(fingerprint)) {
      return Parked.of(Refusal.CONFLICT, "leg " + leg.legId() + " came before with other values");
    }
    books.send(answers.legAnswer(envelope, decided));
    return new Duplicate(DuplicateCause.of(envelope, decided.first(envelope.requestKey()), false));
  }

  private LegOutcome fresh(Envelope envelope, CreditLeg leg, Fingerprint fingerprint) {
    Money amount = new Money(leg.amountMinor(), leg.currency());
    Optional<Reason> refusal = refusal(leg, amount);
    if (refusal.isEmpty()) {
      String entryId = book(envelope, leg, leg.account(), amount);
      return outcome(envelope, leg, fingerprint, LegOutcome.Status.BOOKED, null, entryId);
    }
    String reason = refusal.get().name();
    if (leg.purpose() == CreditPurpose.PAYMENT) {
      return outcome(envelope, leg, fingerprint, LegOutcome.Status.REFUSED, reason, null);
    }
    String suspense = SystemAccount.suspense(leg.currency()).id();
    String entryId = book(envelope, leg, suspense, amount);
    return outcome(envelope, leg, fingerprint, LegOutcome.Status.SUSPENSE, reason, entryId);
  }

  private Optional<Reason> refusal(CreditLeg leg, Money amount) {
    return Judgement.credit(books.balances().find(leg.account()), amount)
        .or(
            () ->
                books.balances().allow(postings(leg, leg.account(), amount))
                    ? Optional.empty()
                    : Optional.of(Reason.AMOUNT_OUT_OF_RANGE));
  }

  private static List<Posting> postings(CreditLeg leg, String account, Money amount) {
    SystemAccount clearing =
        SystemAccount.clearing(leg.payerHome(), leg.currency(), leg.paymentId());
    return JournalEntry.transfer(clearing.id(), account, amount);
  }

  private String book(Envelope envelope, CreditLeg leg, String account, Money amount) {
    JournalEntry entry =
        new JournalEntry(
            ids.entry(),
            EntryKind.CREDIT_LEG,
            envelope.businessKey(),
            leg.paymentId(),
            leg.legId(),
            envelope.messageId(),
            now,
            postings(leg, account, amount));
    books.book(entry);
    return entry.id();
  }

  private LegOutcome outcome(
      Envelope envelope,
      CreditLeg leg,
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

  /** Covers what is moved where: leg, payer's home, account, amount and currency. */
  private static Fingerprint fingerprint(BusinessKey businessKey, CreditLeg leg) {
    Intent moved =
        new Intent(
            leg.purpose().name(),
            null,
            leg.legId() + "@" + leg.payerHome(),
            leg.account(),
            leg.amountMinor(),
            leg.currency());
    return Fingerprint.of(Kind.CREDIT_LEG, businessKey, moved);
  }
}
