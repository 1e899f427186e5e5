package dev.meridian.messages;

/** Why a message can't be taken as it is: the stable codes under which messages are parked. */
public enum Refusal {
  /** The value isn't JSON, or isn't a JSON object of the kind's shape. */
  BROKEN_JSON,
  /** A header that every message carries is missing or has no readable value. */
  BAD_ENVELOPE,
  /** No such kind is known to this version. */
  UNKNOWN_KIND,
  /** The kind is known, its major version is newer than this reader. */
  UNSUPPORTED_VERSION,
  /** A field that the kind needs is missing or null. */
  MISSING_FIELD,
  /** A field is too long, empty, or holds a character that can't be stored. */
  BAD_TEXT,
  /** The amount isn't a positive number of minor units. */
  BAD_AMOUNT,
  /** The currency isn't a current ISO 4217 code with minor units. */
  UNKNOWN_CURRENCY,
  /** Payer and payee are the same account. */
  PAYER_IS_PAYEE,
  /** An account id that no region can own: malformed, or of a region that isn't in the registry. */
  UNKNOWN_ACCOUNT,
  /** The business key in the envelope isn't the one that the body gives. */
  BUSINESS_KEY_MISMATCH,
  /** The key is known with another fingerprint. */
  CONFLICT,
  /** The kind doesn't belong on this topic. */
  WRONG_TOPIC,
  /** The account's home is another region. */
  MISROUTED,
  /** The kind is known and not handled by this version yet. */
  NOT_SUPPORTED,
  /** Money that must not be refused finds no account whose balance stays within 64 bits. */
  NO_ROOM,
  /** The database refused the value of this one message. */
  NOT_STORABLE,
  /** Deciding on it failed by a fault of ours: the log has the exception. */
  UNDECIDABLE
}
