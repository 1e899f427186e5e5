package dev.meridian.dedup;

import java.time.Instant;

/** A key as the table has it, and whether this claim put it there. */
record KnownKey(
    Fingerprint fingerprint, int fingerprintVersion, Instant firstSeen, boolean inserted) {

  static KnownKey inserted(DedupKey key, Instant firstSeen) {
    return new KnownKey(key.fingerprint(), key.fingerprintVersion(), firstSeen, true);
  }

  /** Whether this is the very message that the row was made for, or a copy of it. */
  boolean isOf(DedupKey message) {
    return fingerprintVersion == message.fingerprintVersion()
        && fingerprint.equals(message.fingerprint());
  }

  /** The verdict on a message of this key that isn't the one that was inserted. */
  Verdict verdictOn(DedupKey message) {
    return message.contradicts(fingerprint, fingerprintVersion)
        ? new Verdict.Conflict(firstSeen)
        : new Verdict.Duplicate(Tier.WARM, firstSeen);
  }
}
