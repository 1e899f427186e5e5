package dev.meridian.ledger.booking;

import dev.meridian.ledger.booking.Outgoing.Awaited;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Message;
import dev.meridian.messages.Topics;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Words what this home says to origins and to other homes. An answer that is repeated has the id of
 * the first one, and the attempt of the command that it answers. Thread-safe, pure.
 */
final class Answers {
  /** What a payment's first outcome is counted as; refunds and the cancel count on. */
  static final long FIRST_OUTCOME = 1;

  /** Parked is no outcome. */
  private static final long NO_OUTCOME = 0;

  private final HomeRegion home;

  Answers(HomeRegion home) {
    this.home = home;
  }

  /** To the payment that the outcome was decided for. */
  Outgoing toWinner(PayOutcome outcome, long version, Envelope heard) {
    Envelope envelope =
        envelope(
            outcome.answerId(),
            outcome.businessKey(),
            outcome.requestKey(),
            outcome.occurredAt(),
            outcome.originRegion(),
            heard);
    return result(envelope, outcomeOf(outcome, version));
  }

  private static Body.Result outcomeOf(PayOutcome outcome, long version) {
    String reason = outcome.reason();
    if (reason == null) {
      return new Settled(outcome.paymentId(), version, outcome.intent());
    }
    return outcome.isCancelled()
        ? new Cancelled(outcome.paymentId(), version, outcome.intent(), null)
        : new Rejected(outcome.paymentId(), version, outcome.intent(), reason);
  }

  /** To a further payment that asked. */
  Outgoing toAsker(Asker asker, PayOutcome outcome, long version, Envelope heard) {
    Envelope envelope =
        envelope(
            asker.answerId(),
            asker.businessKey(),
            asker.requestKey(),
            asker.occurredAt(),
            asker.originRegion(),
            heard);
    return result(
        envelope,
        new DuplicateOf(
            asker.paymentId(),
            version,
            outcome.intent(),
            outcome.paymentId(),
            winnerState(outcome),
            outcome.isCancelled() ? null : outcome.reason()));
  }

  private static WinnerState winnerState(PayOutcome outcome) {
    if (outcome.isBooked()) {
      return WinnerState.SETTLED;
    }
    return outcome.isCancelled() ? WinnerState.CANCELLED : WinnerState.REJECTED;
  }

  /** To a payment whose keys are known with another fingerprint. */
  Outgoing conflict(Envelope command, Pay pay, String answerId) {
    return result(
        answering(command, answerId),
        new Rejected(pay.paymentId(), FIRST_OUTCOME, pay.intent(), Reason.CONFLICT.name()));
  }

  /** No outcome; the command stays open. */
  Outgoing parked(
      Envelope command, String paymentId, @Nullable Intent intent, String answerId, String reason) {
    return result(
        answering(command, answerId), new Body.Parked(paymentId, NO_OUTCOME, intent, reason));
  }

  /** Asks the payee's home for the credit; open until it answers. */
  Outgoing creditLeg(Envelope command, Pay pay, String payeeHome, String messageId) {
    CreditLeg leg =
        new CreditLeg(
            LegIds.of(pay.paymentId(), CreditPurpose.PAYMENT),
            pay.paymentId(),
            CreditPurpose.PAYMENT,
            pay.intent().payee(),
            home.code(),
            pay.intent().amountMinor(),
            pay.intent().currency());
    Envelope envelope = command.followedBy(messageId).withResolverMode(home.resolver().mode());
    return new Outgoing(
        Topics.commands(payeeHome),
        new Message(envelope, leg),
        new Awaited(leg.legId(), payeeHome));
  }

  /** Tells the payer's home what became of the leg. */
  Outgoing legAnswer(Envelope command, LegOutcome outcome) {
    LegTerms leg = outcome.leg();
    LegAnswer answer =
        new LegAnswer(leg.legId(), leg.paymentId(), outcome.answer(), outcome.answeredReason());
    return new Outgoing(
        Topics.commands(leg.payerHome()),
        new Message(answering(command, outcome.answerId()), answer),
        null);
  }

  /** The same message to the region that it belongs to; nobody here waits for an answer. */
  static Outgoing forwarded(Message command, String toHome) {
    return new Outgoing(
        Topics.commands(toHome), new Message(command.envelope().forwarded(), command.body()), null);
  }

  private Envelope answering(Envelope command, String answerId) {
    return envelope(
        answerId,
        command.businessKey(),
        command.requestKey(),
        command.occurredAt(),
        command.originRegion(),
        command);
  }

  private Envelope envelope(
      String messageId,
      BusinessKey businessKey,
      String requestKey,
      Instant occurredAt,
      String originRegion,
      Envelope heard) {
    @Nullable String traceparent = heard.traceparent();
    return new Envelope(
        messageId,
        businessKey,
        requestKey,
        occurredAt,
        originRegion,
        heard.attempt(),
        traceparent,
        home.resolver().mode());
  }

  private static Outgoing result(Envelope envelope, Body.Result result) {
    return new Outgoing(
        Topics.results(envelope.originRegion()), new Message(envelope, result), null);
  }
}
