package dev.meridian.ledger.booking;

import dev.meridian.ledger.booking.Outgoing.Awaited;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.Money;
import dev.meridian.messages.Topics;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Words what this home says about refunds and cancels, to origins and to other homes. An answer
 * that is repeated has the id of the first one. Thread-safe, pure.
 */
final class ReversalAnswers {
  private final HomeRegion home;

  ReversalAnswers(HomeRegion home) {
    this.home = home;
  }

  /**
   * To the request that the outcome was decided for.
   *
   * @param intent the payment's; null if there was none
   */
  Outgoing toAsked(Reversal outcome, @Nullable Intent intent, Envelope heard) {
    ReversalRequest asked = outcome.request();
    return result(envelope(asked, heard), body(asked, outcome, intent));
  }

  /** To a further request for the same. */
  Outgoing toAsker(ReversalAsker asker, Reversal outcome, @Nullable Intent intent, Envelope heard) {
    ReversalRequest asked = asker.request();
    return result(envelope(asked, heard), body(asked, outcome, intent));
  }

  /** To the payment's own region, if the refund was asked for elsewhere or for a duplicate. */
  Outgoing toPayment(PayOutcome payment, Reversal outcome, Envelope heard) {
    ReversalRequest asked = outcome.request();
    Envelope envelope =
        envelope(
            asked, asked.answerId() + "/" + payment.paymentId(), payment.originRegion(), heard);
    return result(
        envelope,
        new Refunded(
            payment.paymentId(),
            outcome.version(),
            payment.intent(),
            asked.reversalId(),
            outcome.refundedMinor(),
            null));
  }

  /** To a request whose key is known with another fingerprint, under another handle. */
  Outgoing conflict(ReversalRequest asked, Envelope heard) {
    return result(envelope(asked, heard), refusal(asked, null, 0, Reason.CONFLICT.name()));
  }

  private static Body.Result body(
      ReversalRequest asked, Reversal outcome, @Nullable Intent intent) {
    String reason = outcome.reason();
    if (reason != null) {
      return refusal(asked, intent, outcome.version(), reason);
    }
    if (asked.isCancel()) {
      return new Cancelled(asked.paymentId(), outcome.version(), intent, asked.reversalId());
    }
    String paidOut = outcome.request().reversalId();
    return new Refunded(
        asked.paymentId(),
        outcome.version(),
        Objects.requireNonNull(intent, "a refund that is booked has its payment"),
        asked.reversalId(),
        outcome.refundedMinor(),
        paidOut.equals(asked.reversalId()) ? null : paidOut);
  }

  private static Body.Result refusal(
      ReversalRequest asked, @Nullable Intent intent, long version, String reason) {
    return asked.isCancel()
        ? new CancelRefused(asked.paymentId(), version, intent, asked.reversalId(), reason)
        : new RefundRefused(asked.paymentId(), version, intent, asked.reversalId(), reason);
  }

  /** Asks the payee's home for the money; open until it answers. */
  Outgoing debitLeg(Reversal reserved, PayOutcome payment, String messageId, Envelope heard) {
    Reversal.Leg leg = Objects.requireNonNull(reserved.leg());
    Money amount = Objects.requireNonNull(reserved.amount());
    ReversalRequest asked = reserved.request();
    Envelope envelope =
        new Envelope(
            messageId,
            asked.payment(),
            asked.requestKey(),
            asked.occurredAt(),
            asked.originRegion(),
            1,
            heard.traceparent(),
            home.resolver().mode());
    DebitLeg debit =
        new DebitLeg(
            leg.id(),
            payment.paymentId(),
            payment.intent().payee(),
            home.code(),
            amount.minor(),
            amount.currency());
    return new Outgoing(
        Topics.commands(leg.home()),
        new Message(envelope, debit),
        new Awaited(leg.id(), leg.home()));
  }

  private Envelope envelope(ReversalRequest asked, Envelope heard) {
    return envelope(asked, asked.answerId(), asked.originRegion(), heard);
  }

  private Envelope envelope(
      ReversalRequest asked, String messageId, String toRegion, Envelope heard) {
    return new Envelope(
        messageId,
        asked.businessKey(),
        asked.requestKey(),
        asked.occurredAt(),
        toRegion,
        heard.attempt(),
        heard.traceparent(),
        home.resolver().mode());
  }

  private static Outgoing result(Envelope envelope, Body.Result result) {
    return new Outgoing(
        Topics.results(envelope.originRegion()), new Message(envelope, result), null);
  }
}
