package dev.meridian.inbox;

/**
 * What became of a parked message that was put back.
 *
 * @param detail for people: which outcome, where it lies now, or why nothing could be decided
 */
public record Redriven(String id, Result result, String detail) {

  /** The ends that a redrive comes to. */
  public enum Result {
    /** It has its effect now. The row is closed. */
    APPLIED,
    /** Its effect was there already. The row is closed. */
    DUPLICATE,
    /** Nothing was to be done, as for a late answer; the detail names the outcome. Closed. */
    ACKNOWLEDGED,
    /** It was refused once more, and is counted so; the row stays open. */
    PARKED_AGAIN,
    /** The row was closed before; nothing was done. */
    CLOSED_BEFORE,
    /** There is no such row. */
    UNKNOWN,
    /** Nothing is decided and nothing has changed: the database or our code failed. Try again. */
    FAILED
  }
}
