package dev.meridian.dedup;

import java.time.Instant;

/** A key as the table has it, and whether this claim put it there. */
record KnownKey(DedupKey holder, Instant firstSeen, boolean inserted) {

  /** The verdict on a message of this key that isn't the one that was inserted. */
  Verdict verdictOn(DedupKey message) {
    return message.contradicts(holder)
        ? new Verdict.Conflict(firstSeen)
        : new Verdict.Duplicate(Tier.WARM, firstSeen);
  }
}
