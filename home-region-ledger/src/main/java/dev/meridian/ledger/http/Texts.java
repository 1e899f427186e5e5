package dev.meridian.ledger.http;

import org.jspecify.annotations.Nullable;

/** Texts in requests. */
final class Texts {
  private static final int AT_MOST = 255;

  private Texts() {}

  /**
   * The text, if it can be stored.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 naming the field
   */
  static String present(String name, @Nullable String value) {
    if (value == null || value.isBlank() || value.length() > AT_MOST || !storable(value)) {
      throw Problem.badRequest(
              "%s must have 1 to %d characters, U+0000 and halves of surrogate pairs not among them."
                  .formatted(name, AT_MOST))
          .exception();
    }
    return value;
  }

  /**
   * Whether the database gives the same text back: PostgreSQL's has no U+0000, and UTF-8 no half of
   * a surrogate pair.
   */
  static boolean storable(String value) {
    return value.indexOf('\0') < 0
        && value
            .codePoints()
            .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
