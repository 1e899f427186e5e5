package dev.meridian.ledger.booking;

import dev.meridian.messages.Envelope;

/**
 * Why a message came to the ledger that something had been decided about already: the first that
 * fits. Only the last one says that something is broken.
 */
public enum DuplicateCause {
  OTHER_REGION("other_region"),
  RESEND("resend"),
  REDELIVERY("redelivery"),
  OTHER_REQUEST("other_request"),
  TIER_FAILURE("tier_failure");

  private final String label;

  DuplicateCause(String label) {
    this.label = label;
  }

  /** The word in counts and metrics. */
  public String label() {
    return label;
  }

  /**
   * @param first what was decided first
   * @param knownMessage whether this very message was seen before
   */
  static DuplicateCause of(Envelope repeat, First first, boolean knownMessage) {
    if (!repeat.originRegion().equals(first.originRegion())) {
      return OTHER_REGION;
    }
    if (repeat.attempt() > 1) {
      return RESEND;
    }
    if (knownMessage || repeat.messageId().equals(first.messageId())) {
      return REDELIVERY;
    }
    return repeat.requestKey().equals(first.requestKey()) ? TIER_FAILURE : OTHER_REQUEST;
  }

  /** What a repeat is told apart from. */
  record First(String originRegion, String messageId, String requestKey) {}
}
