package dev.meridian.messages;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The checks that every body's constructor makes; each failure names the field. */
final class Checks {
  /** Longest text field, in characters: the longest Idempotency-Key that HTTP clients may send. */
  static final int MAX_TEXT = 255;

  private Checks() {}

  static String text(@Nullable String value, String field) {
    if (value == null) {
      throw new InvalidMessageException(Refusal.MISSING_FIELD, field + " is missing");
    }
    if (value.isBlank() || value.length() > MAX_TEXT) {
      throw new InvalidMessageException(
          Refusal.BAD_TEXT, field + " must have 1 to " + MAX_TEXT + " characters");
    }
    return storable(value, field);
  }

  static @Nullable String optionalText(@Nullable String value, String field) {
    return value == null ? null : text(value, field);
  }

  /**
   * PostgreSQL's text holds no U+0000 (manual, section 8.3) and UTF-8 no half of a surrogate pair
   * (RFC 3629, section 3), though JSON can escape both; a driver would write another text.
   */
  static String storable(String value, String field) {
    if (value.indexOf('\0') >= 0) {
      throw new InvalidMessageException(Refusal.BAD_TEXT, field + " holds the character U+0000");
    }
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(value)) {
      throw new InvalidMessageException(Refusal.BAD_TEXT, field + " holds half a surrogate pair");
    }
    return value;
  }

  static <T> T present(@Nullable T value, String field) {
    if (value == null) {
      throw new InvalidMessageException(Refusal.MISSING_FIELD, field + " is missing");
    }
    return value;
  }
}
