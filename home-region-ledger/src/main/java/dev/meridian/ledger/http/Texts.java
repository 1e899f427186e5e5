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
    if (value == null || value.isBlank() || value.length() > AT_MOST || value.indexOf('\0') >= 0) {
      throw Problem.badRequest(
              "%s must have 1 to %d characters, U+0000 not among them.".formatted(name, AT_MOST))
          .exception();
    }
    return value;
  }
}
