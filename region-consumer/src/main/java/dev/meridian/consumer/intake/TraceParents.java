package dev.meridian.consumer.intake;

import java.util.HexFormat;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a producer's trace context or begins one. Source: W3C Trace Context, section 3.2 (version
 * 00: 16 bytes of trace id, 8 bytes of parent id, neither all zeros). As thread-safe as its random
 * numbers.
 */
final class TraceParents {
  private static final Pattern FORMAT =
      Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final int SAMPLED_OUT = 0;

  private final RandomGenerator random;

  TraceParents(RandomGenerator random) {
    this.random = random;
  }

  /** The given one if it is well-formed, else a new one that nobody sampled. */
  String keepOrMake(@Nullable String given) {
    return given != null && FORMAT.matcher(given).matches() ? given : make();
  }

  private String make() {
    HexFormat hex = HexFormat.of();
    return "00-%s%s-%s-%s"
        .formatted(
            hex.toHexDigits(notZero()),
            hex.toHexDigits(notZero()),
            hex.toHexDigits(notZero()),
            hex.toHexDigits((byte) SAMPLED_OUT));
  }

  private long notZero() {
    return random.nextLong(1, Long.MAX_VALUE);
  }
}
