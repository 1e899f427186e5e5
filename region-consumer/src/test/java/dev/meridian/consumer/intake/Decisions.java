package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.messages.Body;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Requests, answers and payments of one intent, for tests of pure decisions. */
final class Decisions {
  static final Intent INTENT = new Intent("shop", "ref", "acc-a", "acc-b", 100, "EUR");
  static final String PAYMENT = "pay-eu-1";
  static final String WINNER = "pay-us-9";
  private static final Instant AT = Instant.parse("2026-11-29T12:00:00Z");

  private Decisions() {}

  static Inspected.Request request(String requestKey, Intent intent) {
    return Inspected.Request.of(
        incoming(), envelope(requestKey, intent, 1), Body.PaymentRequested.of(intent), "eu");
  }

  static Inspected.Answer answer(Body.Result result) {
    Intent intent = Objects.requireNonNull(result.intent());
    return Inspected.Answer.of(incoming(), envelope("first", intent, 1), result, intent, "eu");
  }

  static Payment payment(String id, String requestKey, Standing standing, long resultVersion) {
    Inspected.Request request = request(requestKey, INTENT);
    return new Payment(
        id,
        request.envelope().businessKey(),
        requestKey,
        INTENT,
        request.fingerprint(),
        standing,
        standing.equals(Standing.ROUTED) ? 1 : 2,
        resultVersion,
        "res-0",
        "eu",
        "eu",
        "msg",
        AT,
        0);
  }

  static Intent withAmount(long amount) {
    return new Intent("shop", "ref", "acc-a", "acc-b", amount, "EUR");
  }

  private static Envelope envelope(String requestKey, Intent intent, int attempt) {
    BusinessKey key = intent.businessKey(requestKey);
    return new Envelope("msg-1", key, requestKey, AT, "eu", attempt, null, null);
  }

  private static Incoming incoming() {
    return new Incoming("payments.eu", 0, 0, new byte[0], List.of(), new byte[0]);
  }
}
