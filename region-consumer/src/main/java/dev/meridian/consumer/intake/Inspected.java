package dev.meridian.consumer.intake;

import dev.meridian.inbox.Parked;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.PaymentRequested;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Refusal;
import java.util.List;

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
}
