package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Reversal;
import dev.meridian.inbox.Parked;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.PaymentRequested;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An incoming record after it was read and checked by itself, without a look at the database. */
sealed interface Inspected {
  Incoming incoming();

  /** The record as it is parked: by its dedup key if it has one, else by the hash of its bytes. */
  default Parked parked(Refusal refusal, String detail) {
    return Parked.undecodable(
        ConsumerContext.GROUP,
        refusal.name(),
        detail,
        incoming().topic(),
        incoming().partition(),
        incoming().offset(),
        incoming().key(),
        incoming().headers(),
        incoming().payload());
  }

  /** Those of one kind, in their order. */
  static <T extends Inspected> List<T> only(Class<T> kind, List<Inspected> all) {
    return all.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** A record without a value: counted and acknowledged. */
  record Tombstone(Incoming incoming) implements Inspected {}

  /** A record that is parked with its original bytes. */
  record Refused(Incoming incoming, Refusal refusal, String detail) implements Inspected {}

  /**
   * A wish to pay that can be worked on.
   *
   * @param fingerprint what it says, for comparing
   * @param home the region that books it
   */
  record Request(
      Incoming incoming, Envelope envelope, Intent intent, Fingerprint fingerprint, String home)
      implements Inspected {

    static Request of(Incoming incoming, Envelope envelope, PaymentRequested body, String home) {
      Intent intent = body.intent();
      return new Request(
          incoming,
          envelope,
          intent,
          Fingerprint.of(Kind.PAYMENT_REQUESTED, envelope.businessKey(), intent),
          home);
    }

    String dedupKey() {
      return DedupKeys.of(Kind.PAYMENT_REQUESTED, envelope.businessKey(), envelope.requestKey());
    }

    /** What it was parked under, if it was: applying it closes that row. */
    ParkedMessages.Applied applied() {
      return new ParkedMessages.Applied(dedupKey(), fingerprint.bytes());
    }

    @Override
    @SuppressWarnings("NullAway") // javac 17 drops the annotations of a record's array components
    public Parked parked(Refusal refusal, String detail) {
      return new Parked(
          ConsumerContext.GROUP,
          dedupKey(),
          fingerprint.bytes(),
          refusal.name(),
          detail,
          incoming.topic(),
          incoming.partition(),
          incoming.offset(),
          incoming.key(),
          incoming.headers(),
          incoming.payload());
    }
  }

  /**
   * What a home region's ledger says about a payment.
   *
   * @param intent what the payment is about, as the ledger says
   * @param fingerprint what the ledger's intent says, to hold against the payment's
   * @param home the region that books it
   */
  record Answer(
      Incoming incoming,
      Envelope envelope,
      Body.Result result,
      Intent intent,
      Fingerprint fingerprint,
      String home)
      implements Inspected {

    static Answer of(
        Incoming incoming, Envelope envelope, Body.Result result, Intent intent, String home) {
      return new Answer(
          incoming,
          envelope,
          result,
          intent,
          Fingerprint.of(Kind.PAYMENT_REQUESTED, envelope.businessKey(), intent),
          home);
    }

    String dedupKey() {
      return DedupKeys.of(Kind.PAYMENT_REQUESTED, envelope.businessKey(), envelope.requestKey());
    }
  }

  /**
   * What a home region's ledger says about a refund or cancel.
   *
   * @param reversal what is to be kept
   */
  record ReversalAnswer(Incoming incoming, Envelope envelope, Body.Result result, Reversal reversal)
      implements Inspected {

    static ReversalAnswer cancel(
        Incoming incoming,
        Envelope envelope,
        Body.Result result,
        String cancelId,
        @Nullable String reason) {
      Reversal.State state = reason == null ? Reversal.State.CANCELLED : Reversal.State.REFUSED;
      return new ReversalAnswer(
          incoming,
          envelope,
          result,
          new Reversal(
              Kind.CANCEL_REQUESTED,
              envelope.businessKey(),
              envelope.requestKey(),
              cancelId,
              result.paymentId(),
              state,
              reason,
              null,
              0,
              result.version(),
              envelope.messageId()));
    }

    static ReversalAnswer refused(Incoming incoming, Envelope envelope, RefundRefused result) {
      return refund(incoming, envelope, result, result.refundId(), result.reason(), null, 0);
    }

    static ReversalAnswer refunded(Incoming incoming, Envelope envelope, Refunded result) {
      return refund(
          incoming,
          envelope,
          result,
          result.refundId(),
          null,
          result.duplicateOf(),
          result.refundedMinor());
    }

    private static ReversalAnswer refund(
        Incoming incoming,
        Envelope envelope,
        Body.Result result,
        String refundId,
        @Nullable String reason,
        @Nullable String duplicateOf,
        long refundedMinor) {
      Reversal.State state = reason == null ? Reversal.State.REFUNDED : Reversal.State.REFUSED;
      return new ReversalAnswer(
          incoming,
          envelope,
          result,
          new Reversal(
              Kind.REFUND_REQUESTED,
              envelope.businessKey(),
              envelope.requestKey(),
              refundId,
              result.paymentId(),
              state,
              reason,
              duplicateOf,
              refundedMinor,
              result.version(),
              envelope.messageId()));
    }
  }

  /** A command that lies parked at its home, and of whose payment that home knows nothing. */
  record StillWaiting(Incoming incoming) implements Inspected {}
}
