package dev.meridian.consumer.payment;

import org.jspecify.annotations.Nullable;

/**
 * One move in a payment's history.
 *
 * @param payment after the move
 * @param from the state before, null at birth
 * @param cause why
 * @param messageId the message that made it move
 */
public record HistoryRow(
    Payment payment, @Nullable PaymentState from, Cause cause, String messageId) {

  /** Why a payment moved. */
  public enum Cause {
    /** A client asked for it. */
    REQUEST("request"),
    /** A client asked again under another request key. */
    OTHER_REQUEST("other_request"),
    /** The home region answered. */
    RESULT("result"),
    /** The home region answered for a payment that this region had forgotten. */
    RECOVERED("recovered");

    private final String text;

    Cause(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }
}
