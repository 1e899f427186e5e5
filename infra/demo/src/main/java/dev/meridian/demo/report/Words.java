package dev.meridian.demo.report;

import java.time.Duration;
import java.util.Locale;

/** Numbers as the report writes them. */
public final class Words {
  private static final double GIGA = 1e9;
  private static final double SECOND_MILLIS = 1_000;
  private static final double MINOR_PER_MAJOR = 100;

  private Words() {}

  public static String seconds(Duration duration) {
    return "%.1f s".formatted(duration.toMillis() / SECOND_MILLIS);
  }

  static String gigabytes(long bytes) {
    return String.format(Locale.ROOT, "%.2f GB", bytes / GIGA);
  }

  /** Milliseconds without a fraction; seconds from ten of them on. */
  static String latency(double millis) {
    return millis >= 10 * SECOND_MILLIS
        ? "%.1f s".formatted(millis / SECOND_MILLIS)
        : "%.0f ms".formatted(millis);
  }

  /** An amount of a currency with two decimals, as all of the demo's are. */
  static String money(long minor, String currency) {
    return "%,.2f %s".formatted(minor / MINOR_PER_MAJOR, currency);
  }
}
