package dev.meridian.ledger.booking;

import dev.meridian.messages.Refusal;

/** What became of one command. Whatever it is, the command can be acknowledged after the commit. */
public sealed interface Disposition {

  /** It was decided now: booked, or refused for a business reason. */
  record Applied() implements Disposition {}

  /** It was decided before; a final outcome was answered again. */
  record Duplicate(DuplicateCause cause) implements Disposition {}

  /** Something else was decided under its keys; it was answered as rejected. */
  record Conflict() implements Disposition {}

  /**
   * Its account has another home: it was sent on, for the first and only time.
   *
   * @param home the region that it was sent to
   */
  record Forwarded(String home) implements Disposition {}

  /** It can't be decided on: it is kept for an operator. */
  record Parked(String reason, String detail) implements Disposition {
    static Parked of(Refusal refusal, String detail) {
      return new Parked(refusal.name(), detail);
    }
  }
}
