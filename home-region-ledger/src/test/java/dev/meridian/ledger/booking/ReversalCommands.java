package dev.meridian.ledger.booking;

import dev.meridian.messages.Body;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;

/** Words for the refunds and cancels that tests send. */
final class ReversalCommands {
  private ReversalCommands() {}

  /** A Refund as an origin sends it; its reference is its id unless said otherwise. */
  record RefundCommand(
      String refundId,
      String reference,
      String paymentId,
      String origin,
      String requestKey,
      BusinessKey payment,
      String payer,
      long amountMinor,
      String currency,
      String messageId,
      int attempt) {

    static RefundCommand of(String refundId, String paymentId, Intent payment, long amountMinor) {
      return new RefundCommand(
          refundId,
          refundId,
          paymentId,
          "eu",
          "rk-" + refundId,
          payment.businessKey("rk-1"),
          payment.payer(),
          amountMinor,
          payment.currency(),
          Commands.newMessageId(),
          1);
    }

    RefundCommand from(String region) {
      return new RefundCommand(
          refundId,
          reference,
          paymentId,
          region,
          requestKey,
          payment,
          payer,
          amountMinor,
          currency,
          messageId,
          attempt);
    }

    /** The same wish under another handle. */
    RefundCommand refundId(String id) {
      return new RefundCommand(
          id,
          reference,
          paymentId,
          origin,
          requestKey,
          payment,
          payer,
          amountMinor,
          currency,
          Commands.newMessageId(),
          attempt);
    }

    RefundCommand requestKey(String key) {
      return new RefundCommand(
          refundId,
          reference,
          paymentId,
          origin,
          key,
          payment,
          payer,
          amountMinor,
          currency,
          messageId,
          attempt);
    }

    RefundCommand paymentId(String id) {
      return new RefundCommand(
          refundId,
          reference,
          id,
          origin,
          requestKey,
          payment,
          payer,
          amountMinor,
          currency,
          messageId,
          attempt);
    }

    RefundCommand amount(long minor, String code) {
      return new RefundCommand(
          refundId,
          reference,
          paymentId,
          origin,
          requestKey,
          payment,
          payer,
          minor,
          code,
          Commands.newMessageId(),
          attempt);
    }

    RefundCommand attempt(int number) {
      return new RefundCommand(
          refundId,
          reference,
          paymentId,
          origin,
          requestKey,
          payment,
          payer,
          amountMinor,
          currency,
          messageId,
          number);
    }

    Message message() {
      return new Message(
          new Envelope(
              messageId,
              BusinessKey.of("shop", payer, reference, requestKey),
              requestKey,
              Commands.OCCURRED,
              origin,
              attempt,
              null,
              "account"),
          new Body.Refund(refundId, paymentId, payment.text(), payer, amountMinor, currency));
    }
  }

  /** A Cancel as an origin sends it. */
  record CancelCommand(
      String cancelId,
      String paymentId,
      String origin,
      String requestKey,
      BusinessKey payment,
      String payer,
      String messageId,
      int attempt) {

    static CancelCommand of(String cancelId, String paymentId, Intent payment) {
      return new CancelCommand(
          cancelId,
          paymentId,
          "eu",
          "rk-" + cancelId,
          payment.businessKey("rk-1"),
          payment.payer(),
          Commands.newMessageId(),
          1);
    }

    CancelCommand from(String region) {
      return new CancelCommand(
          cancelId, paymentId, region, requestKey, payment, payer, messageId, attempt);
    }

    CancelCommand cancelId(String id) {
      return new CancelCommand(
          id, paymentId, origin, requestKey, payment, payer, Commands.newMessageId(), attempt);
    }

    CancelCommand requestKey(String key) {
      return new CancelCommand(
          cancelId, paymentId, origin, key, payment, payer, messageId, attempt);
    }

    CancelCommand attempt(int number) {
      return new CancelCommand(
          cancelId, paymentId, origin, requestKey, payment, payer, messageId, number);
    }

    Message message() {
      return new Message(
          new Envelope(
              messageId, payment, requestKey, Commands.OCCURRED, origin, attempt, null, "account"),
          new Body.Cancel(cancelId, paymentId, payer));
    }
  }
}
