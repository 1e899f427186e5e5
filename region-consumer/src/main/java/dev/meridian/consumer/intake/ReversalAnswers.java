package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Reversal;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.consumer.payment.TransitionTable;
import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.inbox.Delivery.Tier;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Refusal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Applies what home regions answer to refunds and cancels: keeps the answer, closes the command,
 * and moves the payment that it is about, if this region has it. An answer that says what was said
 * before is a repeat; one that the payment is past is late for it. Not thread-safe: one per batch.
 */
final class ReversalAnswers {
  private final Map<String, Reversal> known = new HashMap<>();
  private final KnownPayments payments;
  private final Changes changes;
  private final Moving moving;

  /** Moves a payment, with all that follows from it. */
  interface Moving {
    void move(Payment from, Payment to, Inspected.ReversalAnswer because);
  }

  ReversalAnswers(List<Reversal> known, KnownPayments payments, Changes changes, Moving moving) {
    known.forEach(each -> this.known.put(each.id(), each));
    this.payments = payments;
    this.changes = changes;
    this.moving = moving;
  }

  void apply(Inspected.ReversalAnswer answer) {
    Reversal reversal = answer.reversal();
    Optional<Payment> payment = payments.find(reversal.paymentId());
    if (payment.isPresent() && contradicts(payment.get(), answer)) {
      changes.park(answer, Refusal.CONFLICT, "it is about another intent than the payment");
      return;
    }
    Reversal before = known.get(reversal.id());
    if (before != null && !before.saysTheSameAs(reversal)) {
      changes.park(
          answer, Refusal.CONFLICT, "%s was %s before".formatted(before.id(), before.state()));
      return;
    }
    changes.answered.add(reversal.id());
    boolean moved = payment.isPresent() && move(payment.get(), answer);
    if (before != null) {
      changes.count(
          answer.incoming(), moved ? Outcome.APPLIED : Outcome.duplicate(Tier.NONE, cause(answer)));
      return;
    }
    known.put(reversal.id(), reversal);
    changes.reversals.add(reversal);
    changes.count(answer.incoming(), Outcome.APPLIED);
  }

  private static boolean contradicts(Payment payment, Inspected.ReversalAnswer answer) {
    Intent intent = answer.result().intent();
    return intent != null
        && payment
            .fingerprint()
            .conflictsWith(Fingerprint.of(Kind.PAYMENT_REQUESTED, payment.businessKey(), intent));
  }

  private static Cause cause(Inspected.ReversalAnswer answer) {
    return answer.envelope().attempt() > 1 ? Cause.RESEND : Cause.REDELIVERY;
  }

  private boolean move(Payment payment, Inspected.ReversalAnswer answer) {
    Reversal reversal = answer.reversal();
    String messageId = answer.envelope().messageId();
    long version = reversal.resultVersion();
    if (version <= payment.resultVersion() && payment.state() != PaymentState.ROUTED) {
      return false;
    }
    if (reversal.state() == Reversal.State.CANCELLED
        && TransitionTable.mayMove(payment.state(), PaymentState.CANCELLED)) {
      Standing cancelled = new Standing(PaymentState.CANCELLED, null, null, null);
      moving.move(payment, payment.moved(cancelled, version, messageId), answer);
      return true;
    }
    return reversal.state() == Reversal.State.REFUNDED && refund(payment, answer);
  }

  /** A payment that is refunded has settled, whether this region has heard of it or not. */
  private boolean refund(Payment payment, Inspected.ReversalAnswer answer) {
    Reversal reversal = answer.reversal();
    String messageId = answer.envelope().messageId();
    Payment settled = payment;
    if (payment.state() == PaymentState.ROUTED) {
      Standing standing = new Standing(PaymentState.SETTLED, null, null, null);
      settled = payment.moved(standing, reversal.resultVersion(), messageId);
    }
    if (settled.state() != PaymentState.SETTLED) {
      return false;
    }
    moving.move(
        payment,
        settled.refunded(reversal.refundedMinor(), reversal.resultVersion(), messageId),
        answer);
    return true;
  }
}
