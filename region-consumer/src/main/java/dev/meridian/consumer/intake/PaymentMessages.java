package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.messages.Body;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import dev.meridian.outbox.OutboxRecord;

/**
 * The messages that follow from a payment. Their origin is this region, whatever region the
 * producer named: results must come to where the payment's row is. Thread-safe; may block for an
 * id.
 */
final class PaymentMessages {
  private final String region;
  private final String resolverMode;
  private final MessageCodec codec;
  private final Ids ids;

  PaymentMessages(String region, String resolverMode, MessageCodec codec, Ids ids) {
    this.region = region;
    this.resolverMode = resolverMode;
    this.codec = codec;
    this.ids = ids;
  }

  /** Asks the payer's home to book it; kept open until that home's answer was applied. */
  OutboxRecord pay(Payment payment, String traceParent) {
    Body.Pay body = new Body.Pay(payment.id(), payment.intent());
    return record(Topics.commands(payment.homeRegion()), payment, body, traceParent)
        .awaiting(payment.id(), payment.homeRegion());
  }

  /** Tells others where the payment stands now. */
  OutboxRecord changed(Payment payment, String traceParent) {
    Body.PaymentChanged body =
        new Body.PaymentChanged(
            payment.id(),
            payment.version(),
            payment.intent(),
            payment.state().name(),
            payment.standing().reason(),
            payment.standing().duplicateOf());
    return record(Topics.EVENTS, payment, body, traceParent);
  }

  private OutboxRecord record(String topic, Payment payment, Body body, String traceParent) {
    Envelope envelope =
        new Envelope(
            ids.message(),
            payment.businessKey(),
            payment.requestKey(),
            payment.occurredAt(),
            region,
            1,
            traceParent,
            resolverMode);
    Message message = new Message(envelope, body);
    Encoded encoded = codec.encode(message);
    return OutboxRecord.of(
        topic, message.recordKey(), envelope.messageId(), encoded.headers(), encoded.payload());
  }
}
