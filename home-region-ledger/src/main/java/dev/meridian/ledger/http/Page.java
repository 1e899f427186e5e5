package dev.meridian.ledger.http;

import dev.meridian.ledger.statement.Statements;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/** What query parameters say about pages and times; they are read strictly, as texts. */
final class Page {
  /** Later than anything booked. */
  static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private static final int LINES_BY_DEFAULT = 100;

  private Page() {}

  /**
   * The number to go on after; 0 if none is given.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 if it isn't one
   */
  static long after(@Nullable String text) {
    return number("after", text, 0, 0, Long.MAX_VALUE);
  }

  /**
   * Lines wanted.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 if it is too many or none
   */
  static int limit(@Nullable String text) {
    return Math.toIntExact(number("limit", text, LINES_BY_DEFAULT, 1, Statements.LINES_AT_MOST));
  }

  /**
   * A time of RFC 3339; its plus sign is %2B in a query.
   *
   * @param otherwise the time if none is given
   * @throws jakarta.ws.rs.WebApplicationException 400 if it isn't one
   */
  static Instant time(String name, @Nullable String text, Instant otherwise) {
    if (text == null) {
      return otherwise;
    }
    try {
      Instant time = OffsetDateTime.parse(text).toInstant();
      if (!time.isBefore(Instant.EPOCH) && !time.isAfter(LATEST)) {
        return time;
      }
    } catch (DateTimeException notATime) {
      // said below, as for one out of range
    }
    throw Problem.badRequest(
            "%s must be a time such as 2026-11-01T12:00:00Z, from 1970 to 9999: %s"
                .formatted(name, text))
        .exception();
  }

  private static long number(
      String name, @Nullable String text, long otherwise, long least, long most) {
    if (text == null) {
      return otherwise;
    }
    try {
      long number = Long.parseLong(text);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // said below, as for one out of range
    }
    throw Problem.badRequest(
            "%s must be a whole number from %d to %d: %s".formatted(name, least, most, text))
        .exception();
  }
}
