package dev.meridian.messages;

import java.nio.charset.StandardCharsets;

/**
 * D. J. Bernstein's netstrings ({@code 5:hello,}): a list of texts that can't run into each other.
 */
final class Netstring {
  private Netstring() {}

  static String of(String... parts) {
    StringBuilder text = new StringBuilder();
    for (String part : parts) {
      text.append(part.getBytes(StandardCharsets.UTF_8).length)
          .append(':')
          .append(part)
          .append(',');
    }
    return text.toString();
  }
}
