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
  CONFLICT
}
