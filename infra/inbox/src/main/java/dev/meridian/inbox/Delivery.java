package dev.meridian.inbox;

/**
 * What became of one delivery, or of several that went the same way.
 *
 * @param tier which tier said duplicate; NONE for all else
 * @param cause why it came twice, or what it healed; NONE if there is nothing to tell
 */
public record Delivery(String topic, int partition, Outcome outcome, Tier tier, Cause cause) {

  public static Delivery of(String topic, int partition, Outcome outcome) {
    return new Delivery(topic, partition, outcome, Tier.NONE, Cause.NONE);
  }

  /** What was done with it. */
  public enum Outcome {
    APPLIED("applied"),
    DUPLICATE("duplicate"),
    CONFLICT("conflict"),
    PARKED("parked"),
    LATE("late"),
    EARLY("early"),
    ANSWERED("answered"),
    /** Sent on to the region that it belongs to. */
    FORWARDED("forwarded"),
    TOMBSTONE("tombstone"),
    IGNORED("ignored");

    private final String word;

    Outcome(String word) {
      this.word = word;
    }

    /** As it stands in {@code delivery_count} and in labels. */
    public String word() {
      return word;
    }
  }

  /** Who knew it. */
  public enum Tier {
    NONE(""),
    HOT("hot"),
    WARM("warm"),
    COLD("cold"),
    LEDGER("ledger");

    private final String word;

    Tier(String word) {
      this.word = word;
    }

    /** As it stands in {@code delivery_count} and in labels. */
    public String word() {
      return word;
    }
  }

  /** Why it came once more; only TIER_FAILURE is a fault of ours. */
  public enum Cause {
    NONE(""),
    OTHER_REGION("other_region"),
    RESEND("resend"),
    REDELIVERY("redelivery"),
    OTHER_REQUEST("other_request"),
    OTHER_MESSAGE("other_message"),
    TIER_FAILURE("tier_failure"),
    RECOVERED("recovered");

    private final String word;

    Cause(String word) {
      this.word = word;
    }

    /** As it stands in {@code delivery_count} and in labels. */
    public String word() {
      return word;
    }
  }
}
