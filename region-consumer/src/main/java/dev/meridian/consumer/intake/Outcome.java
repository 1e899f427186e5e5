package dev.meridian.consumer.intake;

import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.inbox.Delivery.Tier;

/**
 * What became of one incoming record, as it is counted.
 *
 * @param what what was done with it
 * @param tier who knew its key
 * @param cause why it came again, or what it healed
 */
public record Outcome(Delivery.Outcome what, Tier tier, Cause cause) {
  static final Outcome APPLIED = plain(Delivery.Outcome.APPLIED);
  static final Outcome RECOVERED =
      new Outcome(Delivery.Outcome.APPLIED, Tier.NONE, Cause.RECOVERED);
  static final Outcome CONFLICT = plain(Delivery.Outcome.CONFLICT);
  static final Outcome PARKED = plain(Delivery.Outcome.PARKED);
  static final Outcome LATE = plain(Delivery.Outcome.LATE);
  static final Outcome TOMBSTONE = plain(Delivery.Outcome.TOMBSTONE);
  static final Outcome IGNORED = plain(Delivery.Outcome.IGNORED);

  /** The key was known to that tier; NONE for answers, which are in no dedup tier. */
  static Outcome duplicate(Tier tier, Cause cause) {
    return new Outcome(Delivery.Outcome.DUPLICATE, tier, cause);
  }

  private static Outcome plain(Delivery.Outcome what) {
    return new Outcome(what, Tier.NONE, Cause.NONE);
  }

  Delivery of(Incoming incoming) {
    return incoming.putBack()
        ? new Delivery(PutBack.COUNTED_AS, 0, what, tier, cause)
        : new Delivery(incoming.topic(), incoming.partition(), what, tier, cause);
  }
}
