package dev.meridian.ledger.booking;

import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Conflict;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body.Cancel;
import dev.meridian.messages.Body.Refund;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Money;
import dev.meridian.messages.Refusal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides a Refund or a Cancel at the payer's home. Per business key and kind at most one is
 * booked; a request key has one answer for good, whoever repeats it hears it again. Works on the
 * batch's {@link Books} only.
 */
final class ReversalDecision {
  private final LedgerIds ids;
  private final ReversalAnswers answers;
  private final Books books;
  private final GivingBack givingBack;
  private final Instant now;

  ReversalDecision(HomeRegion home, LedgerIds ids, Books books, Instant now) {
    this.ids = ids;
    this.answers = new ReversalAnswers(home);
    this.books = books;
    this.givingBack = new GivingBack(home, ids, books, now);
    this.now = now;
  }

  Disposition decide(Envelope envelope, Refund refund) {
    Money amount = new Money(refund.amountMinor(), refund.currency());
    BusinessKey payment = new BusinessKey(refund.paymentBusinessKey());
    Fingerprint fingerprint =
        Fingerprint.ofRefund(envelope.businessKey(), refund.payer(), amount, payment);
    return decide(
        new Asked(
            envelope,
            Kind.REFUND_REQUESTED,
            refund.refundId(),
            refund.paymentId(),
            payment,
            fingerprint,
            amount));
  }

  Disposition decide(Envelope envelope, Cancel cancel) {
    BusinessKey payment = envelope.businessKey();
    Fingerprint fingerprint = Fingerprint.ofCancel(payment, cancel.payer());
    return decide(
        new Asked(
            envelope,
            Kind.CANCEL_REQUESTED,
            cancel.cancelId(),
            cancel.paymentId(),
            payment,
            fingerprint,
            null));
  }

  private record Asked(
      Envelope envelope,
      Kind kind,
      String reversalId,
      String paymentId,
      BusinessKey payment,
      Fingerprint fingerprint,
      @Nullable Money amount) {

    ReversalRequest request(String answerId) {
      return ReversalRequest.of(
          kind, envelope, fingerprint, reversalId, paymentId, payment, answerId);
    }
  }

  private Disposition decide(Asked asked) {
    ReversalRequest.Key key =
        new ReversalRequest.Key(
            asked.kind(), asked.envelope().businessKey(), asked.envelope().requestKey());
    Reversal decided = books.reversals().decided(key);
    if (decided != null) {
      return repeated(asked, decided);
    }
    Reversal live = books.reversals().live(asked.kind(), asked.envelope().businessKey());
    return live == null ? fresh(asked) : otherRequest(asked, live);
  }

  private Disposition fresh(Asked asked) {
    Reversal sameHandle = books.reversals().ofLeg(LegIds.debit(asked.reversalId()));
    if (sameHandle != null) {
      return contradiction(sameHandle); // its leg would be taken for the other one's
    }
    ReversalRequest request = asked.request(ids.message());
    Money amount = asked.amount();
    if (amount == null) {
      givingBack.cancel(request, asked.envelope());
    } else {
      givingBack.refund(request, amount, asked.envelope());
    }
    return new Applied();
  }

  /** The request key has its answer already. */
  private Disposition repeated(Asked asked, Reversal decided) {
    boolean decidedForIt = decided.request().reversalId().equals(asked.reversalId());
    ReversalAsker asker = decidedForIt ? null : books.reversals().asker(asked.request(""));
    if (decided.request().fingerprint().conflictsWith(asked.fingerprint())) {
      return decidedForIt || asker != null ? contradiction(decided) : conflict(asked);
    }
    return decidedForIt ? answerFirst(asked, decided) : answerAsker(asked, decided, asker);
  }

  /** Another try at what is booked, or about to be: the same, or a contradiction. */
  private Disposition otherRequest(Asked asked, Reversal live) {
    if (live.request().fingerprint().conflictsWith(asked.fingerprint())) {
      // kept, so that the answer stays the same should the other one be refused in the end
      Reversal refused =
          Reversal.refused(
              asked.request(ids.message()), Reason.CONFLICT, null, asked.amount(), 0, now);
      books.reversals().add(refused);
      books.send(answers.toAsked(refused, null, asked.envelope()));
      return new Conflict();
    }
    return repeated(asked, live);
  }

  private static Disposition contradiction(Reversal decided) {
    return Parked.of(
        Refusal.CONFLICT, decided.request().reversalId() + " came before with other values");
  }

  private Disposition conflict(Asked asked) {
    books.send(answers.conflict(asked.request(ids.message()), asked.envelope()));
    return new Conflict();
  }

  private Disposition answerFirst(Asked asked, Reversal decided) {
    if (decided.isFinal()) {
      books.send(answers.toAsked(decided, intent(decided), asked.envelope()));
    }
    return new Duplicate(DuplicateCause.of(asked.envelope(), decided.first(), false));
  }

  private Disposition answerAsker(Asked asked, Reversal decided, @Nullable ReversalAsker known) {
    Envelope envelope = asked.envelope();
    ReversalAsker asker = known == null ? remember(asked, decided) : known;
    if (decided.isFinal()) {
      books.send(answers.toAsker(asker, decided, intent(decided), envelope));
    }
    boolean knownMessage =
        known != null && known.request().messageId().equals(envelope.messageId());
    return new Duplicate(DuplicateCause.of(envelope, decided.first(), knownMessage));
  }

  private ReversalAsker remember(Asked asked, Reversal decided) {
    ReversalAsker asker =
        new ReversalAsker(asked.request(ids.message()), decided.request().requestKey(), now);
    books.reversals().add(asker);
    return asker;
  }

  private @Nullable Intent intent(Reversal decided) {
    PayOutcome payment = books.actedOn(decided);
    return payment == null ? null : payment.intent();
  }
}
