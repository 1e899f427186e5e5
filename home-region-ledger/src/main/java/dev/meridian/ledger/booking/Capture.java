package dev.meridian.ledger.booking;

import dev.meridian.messages.Money;

/**
 * What a settled payment has captured, and how much of it went back or is held back to go. A row of
 * the table of that name, made with the payment's first reversal.
 *
 * @param payment the booked outcome
 * @param version the payment's: 1 when it settled, one more with each refund and the cancel
 */
record Capture(
    PayOutcome.Key payment, Money captured, long refundedMinor, State state, long version) {

  enum State {
    SETTLED,
    CANCELLED
  }

  static Capture of(PayOutcome payment) {
    return new Capture(payment.key(), payment.intent().money(), 0, State.SETTLED, 1);
  }

  boolean allows(Money more) {
    return state == State.SETTLED && more.minor() <= captured.minor() - refundedMinor;
  }

  /** Nothing of it went back, or is about to. */
  boolean isUntouched() {
    return state == State.SETTLED && refundedMinor == 0;
  }

  Capture reserved(Money more) {
    return new Capture(
        payment, captured, Math.addExact(refundedMinor, more.minor()), state, version);
  }

  Capture released(Money less) {
    return new Capture(payment, captured, refundedMinor - less.minor(), state, version);
  }

  /** What was reserved has gone back. */
  Capture paidOut(boolean cancelled) {
    return new Capture(
        payment, captured, refundedMinor, cancelled ? State.CANCELLED : state, version + 1);
  }
}
