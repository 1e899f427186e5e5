package dev.meridian.demo.watch;

/**
 * What is still to be done, over all regions.
 *
 * @param unread records that a service has not acknowledged
 * @param onLinks records that a link has still to carry
 * @param unsent outbox rows that are not in Kafka yet
 * @param routed payments without an answer
 * @param legs credits in another region without an answer
 * @param open commands and legs that are kept open
 */
public record Left(long unread, long onLinks, long unsent, long routed, long legs, long open) {
  static final Left NOTHING = new Left(0, 0, 0, 0, 0, 0);

  Left plus(Left other) {
    return new Left(
        unread + other.unread,
        onLinks + other.onLinks,
        unsent + other.unsent,
        routed + other.routed,
        legs + other.legs,
        open + other.open);
  }

  /** Whether the system has come to rest. */
  public boolean isNothing() {
    return equals(NOTHING);
  }

  /** For a progress line. */
  public String words() {
    return "left: %,d unread, %,d on links, %,d unsent, %,d unanswered"
        .formatted(unread, onLinks, unsent, Math.max(routed, open));
  }
}
