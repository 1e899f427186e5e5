package dev.meridian.demo.plan;

/** What must become of an intent: most settle, a known few of each other kind don't. */
public enum Ending {
  SETTLED(Verdict.SETTLED, ""),
  /** The payer's account holds too little. */
  NO_FUNDS(Verdict.REFUSED, "INSUFFICIENT_FUNDS"),
  /** A well-formed payer that its home never opened. */
  MISSING_PAYER(Verdict.REFUSED, "UNKNOWN_PAYER"),
  /** A well-formed payee that its home never opened. */
  MISSING_PAYEE(Verdict.REFUSED, "UNKNOWN_PAYEE"),
  /** A payer that is no account id at all. */
  MALFORMED_ACCOUNT(Verdict.PARKED, "UNKNOWN_ACCOUNT"),
  /** A payer of a region that isn't in the registry. */
  FOREIGN_ACCOUNT(Verdict.PARKED, "UNKNOWN_ACCOUNT"),
  /** JSON that ends in the middle. */
  BROKEN_JSON(Verdict.PARKED, "BROKEN_JSON"),
  /** A string with U+0000: valid JSON, and no PostgreSQL text. */
  NUL_CHARACTER(Verdict.PARKED, "BAD_TEXT"),
  UNKNOWN_CURRENCY(Verdict.PARKED, "UNKNOWN_CURRENCY"),
  ZERO_AMOUNT(Verdict.PARKED, "BAD_AMOUNT"),
  PAYER_IS_PAYEE(Verdict.PARKED, "PAYER_IS_PAYEE");

  /** Where an intent ends. */
  public enum Verdict {
    /** The money moves, once. */
    SETTLED,
    /** The home's ledger says no, for good. */
    REFUSED,
    /** The message lies in {@code parked_message} with its bytes. */
    PARKED
  }

  private final Verdict verdict;
  private final String reason;

  Ending(Verdict verdict, String reason) {
    this.verdict = verdict;
    this.reason = reason;
  }

  public Verdict verdict() {
    return verdict;
  }

  /** The stable code under which it is refused or parked; empty if it settles. */
  public String reason() {
    return reason;
  }
}
