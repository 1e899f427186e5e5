package dev.meridian.dedup;

import java.time.Instant;

/**
 * What the hot tier remembers of an applied key: what it asked for, when it was first seen, and in
 * which life of the database that was committed.
 */
record Mark(
    Fingerprint fingerprint, int fingerprintVersion, Instant firstSeen, Incarnation incarnation) {

  static Mark of(KnownKey known, Incarnation incarnation) {
    return new Mark(
        known.fingerprint(), known.fingerprintVersion(), known.firstSeen(), incarnation);
  }

  /** Only an equal fingerprint is an answer; whether another one is a conflict, warm says. */
  boolean answers(DedupKey message) {
    return fingerprintVersion == message.fingerprintVersion()
        && fingerprint.equals(message.fingerprint());
  }
}
