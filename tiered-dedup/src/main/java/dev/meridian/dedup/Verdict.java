package dev.meridian.dedup;

import java.time.Instant;

/** What is known of one message. */
public sealed interface Verdict {

  /**
   * No tier knew the key; from now on it is known, if the transaction commits. Process the message.
   */
  record New() implements Verdict {}

  /**
   * The key's effect is committed, or is this transaction's own (a repeat within the batch). Count
   * and acknowledge; never throw. A command is answered again with the stored outcome.
   *
   * @param tier where the key was found
   * @param firstSeen when the key's first message was taken in, by the database's clock
   */
  record Duplicate(Tier tier, Instant firstSeen) implements Verdict {}

  /**
   * The key is known with another fingerprint of the same version: somebody reused it for something
   * else. Park the message; it left no row.
   *
   * @param firstSeen when the key's first message was taken in, by the database's clock
   */
  record Conflict(Instant firstSeen) implements Verdict {}
}
