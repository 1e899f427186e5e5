package dev.meridian.ledger.booking;

import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Message;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Words for the commands that tests send. */
final class Commands {
  static final Instant OCCURRED = Instant.parse("2026-11-01T12:00:00Z");
  private static final AtomicInteger MESSAGES = new AtomicInteger();

  private Commands() {}

  static String newMessageId() {
    return "cmd-" + MESSAGES.incrementAndGet();
  }

  /** A Pay as an origin sends it; what isn't said is the same for all. */
  record PayCommand(
      String paymentId,
      String origin,
      String requestKey,
      Intent intent,
      String messageId,
      int attempt) {

    static PayCommand of(String paymentId, Intent intent) {
      return new PayCommand(paymentId, "eu", "rk-1", intent, newMessageId(), 1);
    }

    PayCommand from(String region) {
      return new PayCommand(paymentId, region, requestKey, intent, messageId, attempt);
    }

    PayCommand requestKey(String key) {
      return new PayCommand(paymentId, origin, key, intent, messageId, attempt);
    }

    PayCommand paymentId(String id) {
      return new PayCommand(id, origin, requestKey, intent, newMessageId(), attempt);
    }

    PayCommand intent(Intent other) {
      return new PayCommand(paymentId, origin, requestKey, other, newMessageId(), attempt);
    }

    PayCommand attempt(int number) {
      return new PayCommand(paymentId, origin, requestKey, intent, messageId, number);
    }

    PayCommand otherMessage() {
      return new PayCommand(paymentId, origin, requestKey, intent, newMessageId(), attempt);
    }

    Message message() {
      return message(intent.businessKey(requestKey));
    }

    Message message(BusinessKey businessKey) {
      return new Message(
          new Envelope(
              messageId, businessKey, requestKey, OCCURRED, origin, attempt, null, "account"),
          new Body.Pay(paymentId, intent));
    }
  }

  static Intent intent(String reference, String payer, String payee, long amountMinor) {
    return new Intent("shop", reference, payer, payee, amountMinor, "EUR");
  }

  static Intent withAmount(Intent i, long amountMinor) {
    return new Intent(
        i.tenant(), i.clientReference(), i.payer(), i.payee(), amountMinor, i.currency());
  }

  static Message creditLeg(
      String paymentId, CreditPurpose purpose, String account, String payerHome, long amountMinor) {
    return new Message(
        envelope(newMessageId(), paymentId),
        new CreditLeg(
            LegIds.of(paymentId, purpose),
            paymentId,
            purpose,
            account,
            payerHome,
            amountMinor,
            "EUR"));
  }

  static Message legAnswer(
      BusinessKey key, String paymentId, LegStatus status, @Nullable String reason) {
    Envelope envelope =
        new Envelope(newMessageId(), key, "rk-1", OCCURRED, "eu", 1, null, "account");
    return new Message(
        envelope,
        new LegAnswer(LegIds.of(paymentId, CreditPurpose.PAYMENT), paymentId, status, reason));
  }

  private static Envelope envelope(String messageId, String paymentId) {
    BusinessKey key = BusinessKey.of("shop", "payer", paymentId, "rk-1");
    return new Envelope(messageId, key, "rk-1", OCCURRED, "eu", 1, null, "account");
  }

  /** The same message once more, as a sender's timer sends it. */
  static Message resent(Message message) {
    Envelope e = message.envelope();
    return new Message(
        new Envelope(
            e.messageId(),
            e.businessKey(),
            e.requestKey(),
            e.occurredAt(),
            e.originRegion(),
            e.attempt() + 1,
            e.traceparent(),
            e.resolverMode()),
        message.body());
  }
}
