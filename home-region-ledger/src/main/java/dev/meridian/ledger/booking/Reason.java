package dev.meridian.ledger.booking;

/** Why a booking was refused: stable codes, stored and sent. */
public enum Reason {
  INSUFFICIENT_FUNDS,
  UNKNOWN_PAYER,
  PAYER_CLOSED,
  PAYER_FROZEN,
  UNKNOWN_PAYEE,
  PAYEE_CLOSED,
  CURRENCY_MISMATCH,
  /** A balance would leave 64 bits. */
  AMOUNT_OUT_OF_RANGE,
  /** The intent, or the request key, is known with another fingerprint. */
  CONFLICT,
  /** The intent was cancelled. */
  CANCELLED,
  /** Nothing was ever booked, or refused, for the payment that is to be refunded. */
  UNKNOWN_PAYMENT,
  /** The payee's home hasn't answered yet. */
  PAYMENT_NOT_SETTLED,
  PAYMENT_REJECTED,
  PAYMENT_CANCELLED,
  /** More than was paid would have gone back. */
  REFUND_EXCEEDS_PAYMENT,
  PAYEE_FROZEN,
  /** A cancel came after a refund, or the payee can't give the money back. */
  TOO_LATE
}
