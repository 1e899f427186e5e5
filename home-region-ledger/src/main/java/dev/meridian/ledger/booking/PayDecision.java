package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Balances;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Conflict;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.booking.PayOutcome.Status;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.Kind;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Decides a Pay at the payer's home. Per intent there is at most one booking; a request key has one
 * answer for good. Works on the batch's {@link Books} only.
 */
final class PayDecision {
  private final HomeRegion home;
  private final LedgerIds ids;
  private final Answers answers;
  private final Books books;
  private final Instant now;

  PayDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.home = home;
    this.ids = ids;
    this.answers = new Answers(home);
    this.books = books;
    this.now = now;
  }

  Disposition decide(Envelope envelope, Pay pay) {
    Request request =
        new Request(
            envelope,
            pay,
            Fingerprint.of(Kind.PAYMENT_REQUESTED, envelope.businessKey(), pay.intent()));
    IntentBook intent = books.intent(envelope.businessKey());
    PayOutcome decided = intent.decided(envelope.requestKey());
    if (decided != null) {
      return repeated(request, intent, decided);
    }
    PayOutcome booked = intent.booked();
    return booked == null ? fresh(request) : otherRequest(request, intent, booked);
  }

  private record Request(Envelope envelope, Pay pay, Fingerprint fingerprint) {}

  /** The request key has its answer already. */
  private Disposition repeated(Request request, IntentBook intent, PayOutcome decided) {
    String paymentId = request.pay().paymentId();
    Asker asker = intent.asker(paymentId, request.envelope().requestKey());
    boolean decidedForIt = decided.paymentId().equals(paymentId);
    if (decided.fingerprint().conflictsWith(request.fingerprint())) {
      return decidedForIt || asker != null ? contradiction(decided) : conflict(request);
    }
    if (decidedForIt || isForgotten(request, decided)) {
      return answerWinner(request, decided);
    }
    Envelope envelope = request.envelope();
    return answerAsker(
        request,
        decided,
        asker == null ? intent.askerFrom(envelope.originRegion(), envelope.requestKey()) : asker);
  }

  /**
   * A region makes one payment of a request key: under another id it has forgotten the first, and
   * the answer tells it that one again.
   */
  private static boolean isForgotten(Request request, PayOutcome decided) {
    return decided.requestKey().equals(request.envelope().requestKey())
        && decided.originRegion().equals(request.envelope().originRegion());
  }

  /** Another try at an intent that is booked: a duplicate of that booking, or a contradiction. */
  private Disposition otherRequest(Request request, IntentBook intent, PayOutcome booked) {
    if (booked.fingerprint().conflictsWith(request.fingerprint())) {
      // kept, so that the answer stays the same should the booking be returned
      PayOutcome refused = refused(request, Reason.CONFLICT);
      books.add(refused);
      books.send(answers.toWinner(refused, Answers.FIRST_OUTCOME, request.envelope()));
      return new Conflict();
    }
    return repeated(request, intent, booked);
  }

  /** One payment says two things: no answer could be right for both. */
  private static Disposition contradiction(PayOutcome decided) {
    return Parked.of(
        Refusal.CONFLICT, "payment " + decided.paymentId() + " came before with another intent");
  }

  private Disposition conflict(Request request) {
    books.send(answers.conflict(request.envelope(), request.pay(), ids.message()));
    return new Conflict();
  }

  private Disposition answerWinner(Request request, PayOutcome decided) {
    if (decided.settled()) {
      books.send(answers.toWinner(decided, books.version(decided), request.envelope()));
    }
    return new Duplicate(DuplicateCause.of(request.envelope(), decided.first(), false));
  }

  private Disposition answerAsker(Request request, PayOutcome decided, @Nullable Asker known) {
    Envelope envelope = request.envelope();
    Asker asker = known == null ? remember(request, decided) : known;
    if (decided.settled()) {
      books.send(answers.toAsker(asker, decided, books.version(decided), envelope));
    }
    boolean knownMessage = known != null && known.messageId().equals(envelope.messageId());
    return new Duplicate(DuplicateCause.of(envelope, decided.first(), knownMessage));
  }

  private Asker remember(Request request, PayOutcome decided) {
    Envelope envelope = request.envelope();
    Asker asker =
        new Asker(
            envelope.businessKey(),
            decided.requestKey(),
            request.pay().paymentId(),
            envelope.requestKey(),
            envelope.messageId(),
            ids.message(),
            envelope.originRegion(),
            envelope.occurredAt(),
            now);
    books.add(asker);
    return asker;
  }

  private Disposition fresh(Request request) {
    Optional<Target> target = target(request.pay());
    Optional<Reason> refusal = cancelled(request).or(() -> refusal(request.pay().intent(), target));
    if (refusal.isPresent() || target.isEmpty()) {
      PayOutcome refused = refused(request, refusal.orElse(Reason.UNKNOWN_PAYEE));
      books.add(refused);
      books.send(answers.toWinner(refused, Answers.FIRST_OUTCOME, request.envelope()));
    } else {
      book(request, target.get());
    }
    return new Applied();
  }

  /** A cancel came first: nothing is booked for this intent any more. */
  private Optional<Reason> cancelled(Request request) {
    Reversal cancel =
        books.reversals().live(Kind.CANCEL_REQUESTED, request.envelope().businessKey());
    return cancel == null ? Optional.empty() : Optional.of(Reason.CANCELLED);
  }

  /**
   * Where the money goes.
   *
   * @param accountId what is credited here
   * @param otherHome the payee's home, null if it is this one
   */
  private record Target(String accountId, @Nullable String otherHome) {}

  private Optional<Target> target(Pay pay) {
    String payee = pay.intent().payee();
    try {
      String payeeHome = home.resolver().homeOf(payee);
      if (payeeHome.equals(home.code())) {
        return Optional.of(new Target(payee, null));
      }
      SystemAccount clearing =
          SystemAccount.clearing(payeeHome, pay.intent().currency(), pay.paymentId());
      return Optional.of(new Target(clearing.id(), payeeHome));
    } catch (InvalidMessageException unknownAnywhere) {
      return Optional.empty();
    }
  }

  private Optional<Reason> refusal(Intent intent, Optional<Target> target) {
    Balances balances = books.balances();
    return Judgement.debit(balances.find(intent.payer()), intent.money())
        .or(
            () ->
                target.flatMap(
                    t -> Judgement.credit(balances.find(t.accountId()), intent.money())));
  }

  private PayOutcome refused(Request request, Reason reason) {
    return outcome(request, Status.REFUSED, true, reason.name(), null);
  }

  private void book(Request request, Target target) {
    Intent intent = request.pay().intent();
    List<Posting> postings =
        JournalEntry.transfer(intent.payer(), target.accountId(), intent.money());
    String otherHome = target.otherHome();
    JournalEntry entry = entry(request, otherHome == null ? null : legId(request.pay()), postings);
    books.book(entry);
    PayOutcome booked = outcome(request, Status.BOOKED, otherHome == null, null, entry.id());
    books.add(booked);
    if (otherHome == null) {
      books.send(answers.toWinner(booked, Answers.FIRST_OUTCOME, request.envelope()));
    } else {
      sendLeg(request, booked, otherHome);
    }
  }

  private void sendLeg(Request request, PayOutcome booked, String otherHome) {
    books.add(
        new PaymentLeg(
            booked.paymentId(),
            legId(request.pay()),
            otherHome,
            PaymentLeg.State.DEBITED,
            booked.intent().money(),
            booked.key(),
            null,
            now,
            null));
    books.send(answers.creditLeg(request.envelope(), request.pay(), otherHome, ids.message()));
  }

  private JournalEntry entry(Request request, @Nullable String legId, List<Posting> postings) {
    return new JournalEntry(
        ids.entry(),
        EntryKind.PAY,
        request.envelope().businessKey(),
        request.pay().paymentId(),
        legId,
        request.envelope().messageId(),
        now,
        postings);
  }

  private PayOutcome outcome(
      Request request,
      Status status,
      boolean settled,
      @Nullable String reason,
      @Nullable String entryId) {
    Envelope envelope = request.envelope();
    return new PayOutcome(
        envelope.businessKey(),
        envelope.requestKey(),
        request.fingerprint(),
        status,
        settled,
        reason,
        entryId,
        request.pay().paymentId(),
        envelope.messageId(),
        ids.message(),
        envelope.originRegion(),
        envelope.occurredAt(),
        request.pay().intent(),
        now);
  }

  private static String legId(Pay pay) {
    return LegIds.of(pay.paymentId(), CreditPurpose.PAYMENT);
  }
}
