package dev.meridian.ledger.journal;

/** Why an entry was made. */
public enum EntryKind {
  /** The payer is debited; the payee, or the clearing account of its home, is credited. */
  PAY,
  /** The payee's home credits the payee against the clearing account of the payer's home. */
  CREDIT_LEG,
  /** The payee's home debits the payee for a refund or a cancel. */
  DEBIT_LEG,
  /** The payer's home takes a refused leg back. */
  RETURN,
  /** A part of a payment goes back to the payer. */
  REFUND,
  /** A cancelled payment goes back to the payer as a whole. */
  REVERSAL,
  /** Money comes in from outside. */
  FUND,
  /** Money goes out. */
  WITHDRAW,
  /** What a closing account had left goes to another one. */
  CLOSE,
  /** What lay in suspense goes to the account that a person names. */
  RELEASE
}
