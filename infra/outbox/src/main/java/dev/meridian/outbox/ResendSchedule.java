package dev.meridian.outbox;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How long an open message waits for its answer before it is sent again: after the first attempt
 * the first delay, and so on; the last one repeats for ever.
 */
public record ResendSchedule(List<Duration> delays) {
  /** 30 s, 2 min, 10 min, then hourly. */
  public static final ResendSchedule DEFAULT = parse("30s,2m,10m,1h");

  public ResendSchedule {
    delays = List.copyOf(delays);
    if (delays.isEmpty() || delays.stream().anyMatch(d -> d.compareTo(Duration.ofMillis(1)) < 0)) {
      throw new IllegalArgumentException(
          "A resend schedule needs one or more delays of at least 1 ms, not " + delays);
    }
  }

  /**
   * Reads delays such as {@code 30s,2m,10m,1h}; units are ms, s, m, h, d.
   *
   * @throws IllegalArgumentException saying which part is wrong
   */
  public static ResendSchedule parse(String text) {
    return new ResendSchedule(
        Arrays.stream(text.split(",", -1)).map(ResendSchedule::duration).toList());
  }

  /** How long to wait after that attempt; attempts begin at 1. */
  public Duration after(int attempt) {
    return delays.get(Math.min(attempt, delays.size()) - 1);
  }

  private static Duration duration(String part) {
    String text = part.strip().toLowerCase(Locale.ROOT);
    try {
      return text.endsWith("ms")
          ? Duration.ofMillis(Long.parseLong(text.substring(0, text.length() - 2)))
          : Duration.parse(text.endsWith("d") ? "P" + text : "PT" + text);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "\"" + part + "\" is no delay; write for example 500ms, 30s, 2m, 1h", e);
    }
  }
}
