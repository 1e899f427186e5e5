package dev.meridian.consumer.intake;

import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.HomeRegionResolver;
import dev.meridian.messages.Intent;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.Message;
import dev.meridian.messages.Refusal;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * Reads an incoming record and checks it by itself: shape, keys, accounts, regions. Never throws
 * for what a producer sent; each refusal has a stable code and a sentence. Immutable, doesn't
 * block.
 */
final class Inspection {
  private final String region;
  private final RegionRegistry registry;
  private final HomeRegionResolver resolver;
  private final Function<Incoming, Decoded> decoder;

  Inspection(
      String region,
      RegionRegistry registry,
      HomeRegionResolver resolver,
      Function<Incoming, Decoded> decoder) {
    this.region = region;
    this.registry = registry;
    this.resolver = resolver;
    this.decoder = decoder;
  }

  /** A record of a payments topic. */
  Inspected request(Incoming incoming) {
    return inspect(incoming, message -> request(incoming, message));
  }

  /** A record of a results topic. */
  Inspected answer(Incoming incoming) {
    return inspect(incoming, message -> answer(incoming, message));
  }

  private Inspected inspect(Incoming incoming, Function<Message, Inspected> ofKind) {
    Decoded decoded = decoder.apply(incoming);
    if (decoded instanceof Decoded.Valid valid) {
      try {
        return ofKind.apply(valid.message());
      } catch (InvalidMessageException invalid) {
        return new Inspected.Refused(
            incoming, invalid.refusal(), String.valueOf(invalid.getMessage()));
      }
    }
    if (decoded instanceof Decoded.Unreadable unreadable) {
      return new Inspected.Refused(incoming, unreadable.refusal(), unreadable.detail());
    }
    return new Inspected.Tombstone(incoming);
  }

  private Inspected request(Incoming incoming, Message message) {
    Envelope envelope = message.envelope();
    requireKnownOrigin(envelope);
    if (message.body() instanceof Body.PaymentRequested payment) {
      return Inspected.Request.of(incoming, envelope, payment, checked(envelope, payment.intent()));
    }
    throw message.body() instanceof Body.Request
        ? notSupported(message)
        : wrongTopic(message, "payments");
  }

  private Inspected answer(Incoming incoming, Message message) {
    Envelope envelope = message.envelope();
    if (!(message.body() instanceof Body.Result result)) {
      throw wrongTopic(message, "results");
    }
    requireOurs(envelope, result.paymentId());
    requireAnotherWinner(result);
    Optional<Inspected> aboutReversal = aboutReversal(incoming, envelope, result);
    if (aboutReversal.isPresent()) {
      return aboutReversal.get();
    }
    Intent intent =
        Objects.requireNonNull(result.intent(), "an outcome tells its payment's intent");
    return Inspected.Answer.of(incoming, envelope, result, intent, checked(envelope, intent));
  }

  /** Answers to refunds and cancels have keys of their own, and may know of no payment. */
  private static Optional<Inspected> aboutReversal(
      Incoming incoming, Envelope envelope, Body.Result result) {
    requireEncodable(envelope.messageId(), "ce_id");
    if (result instanceof Body.Cancelled cancelled && cancelled.cancelId() != null) {
      return Optional.of(
          Inspected.ReversalAnswer.cancel(incoming, envelope, result, cancelled.cancelId(), null));
    }
    if (result instanceof Body.CancelRefused refused) {
      return Optional.of(
          Inspected.ReversalAnswer.cancel(
              incoming, envelope, result, refused.cancelId(), refused.reason()));
    }
    if (result instanceof Body.Refunded refunded) {
      return Optional.of(Inspected.ReversalAnswer.refunded(incoming, envelope, refunded));
    }
    if (result instanceof Body.RefundRefused refused) {
      return Optional.of(Inspected.ReversalAnswer.refused(incoming, envelope, refused));
    }
    return result.intent() == null
        ? Optional.of(new Inspected.StillWaiting(incoming))
        : Optional.empty();
  }

  private void requireKnownOrigin(Envelope envelope) {
    if (!registry.contains(envelope.originRegion())) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE,
          "the origin region %s is not in the registry (%s)"
              .formatted(envelope.originRegion(), registry));
    }
  }

  private void requireOurs(Envelope envelope, String paymentId) {
    if (!envelope.originRegion().equals(region) || !isOurs(paymentId)) {
      throw new InvalidMessageException(
          Refusal.MISROUTED,
          "the answer is for payment %s of region %s, this is %s"
              .formatted(paymentId, envelope.originRegion(), region));
    }
  }

  private static void requireAnotherWinner(Body.Result result) {
    if (result instanceof Body.DuplicateOf duplicate
        && duplicate.winnerPaymentId().equals(duplicate.paymentId())) {
      throw new InvalidMessageException(
          Refusal.CONFLICT, "a payment can't be a duplicate of itself: " + duplicate.paymentId());
    }
  }

  private boolean isOurs(String paymentId) {
    try {
      RegionId id = RegionId.parse(paymentId, registry);
      return id.region().code().equals(region) && id.text().equals(paymentId);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  /** The payment's home, after everything that envelope and intent say together was checked. */
  private String checked(Envelope envelope, Intent intent) {
    requireEncodable(envelope.messageId(), "ce_id");
    requireEncodable(intent.tenant(), "tenant");
    requireEncodable(
        intent.clientReference() == null ? "" : intent.clientReference(), "clientReference");
    requireCanonical(intent.payer(), "payer");
    requireCanonical(intent.payee(), "payee");
    if (!intent.businessKey(envelope.requestKey()).equals(envelope.businessKey())) {
      throw new InvalidMessageException(
          Refusal.BUSINESS_KEY_MISMATCH,
          "the envelope says %s, the data gives %s"
              .formatted(envelope.businessKey(), intent.businessKey(envelope.requestKey())));
    }
    resolver.homeOf(intent.payee());
    return resolver.homeOf(intent.payer());
  }

  /** Another spelling of an id would be another business key for the same account. */
  private void requireCanonical(String account, String field) {
    resolver.homeOf(account);
    if (!RegionId.parse(account, registry).text().equals(account)) {
      throw new InvalidMessageException(
          Refusal.UNKNOWN_ACCOUNT, field + " is not spelled as it was given out: " + account);
    }
  }

  /**
   * Half a surrogate pair is valid JSON and no UTF-8: it would come back from the database as '?'.
   */
  private static void requireEncodable(String text, String field) {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
      throw new InvalidMessageException(
          Refusal.BAD_TEXT, field + " holds half a surrogate pair, which UTF-8 doesn't have");
    }
  }

  private static InvalidMessageException notSupported(Message message) {
    return new InvalidMessageException(
        Refusal.NOT_SUPPORTED, message.kind().typeName() + " is not handled by this version");
  }

  private static InvalidMessageException wrongTopic(Message message, String channel) {
    return new InvalidMessageException(
        Refusal.WRONG_TOPIC,
        message.kind().typeName() + " doesn't belong on the " + channel + " topics");
  }
}
