package dev.meridian.demo.plan;

/** Why a record is sent: the intent's first one, or which kind of repeat of it. */
public enum Role {
  FIRST("first"),
  /** The same record again. */
  REPEAT("same message again"),
  /** The same message with a higher attempt, as a sender does that got no answer. */
  RESEND("resent, attempt 2"),
  /** The same intent and request under another message id. */
  OTHER_MESSAGE("another message id"),
  /** The same request for the same region, made in another region too and mirrored. */
  OTHER_ORIGIN("made in another region too"),
  /** The same request into two regions at once: only the ledger can see that. */
  OTHER_REGION("into two regions at once"),
  /** The same client reference under another request key. */
  OTHER_REQUEST("another request key"),
  /** The same keys and another amount: parked. */
  CONFLICT("conflict");

  private final String words;

  Role(String words) {
    this.words = words;
  }

  /** Whether the record repeats an intent that must not be applied again. */
  public boolean isDuplicate() {
    return this != FIRST && this != CONFLICT;
  }

  /** Whether it needs a second region. */
  public boolean needsTwoRegions() {
    return this == OTHER_ORIGIN || this == OTHER_REGION;
  }

  /** Whether it gets a payment row of its own, which becomes DUPLICATE_OF the winner. */
  public boolean makesItsOwnPayment() {
    return this == OTHER_REGION || this == OTHER_REQUEST;
  }

  /** How the report names it. */
  public String words() {
    return words;
  }
}
