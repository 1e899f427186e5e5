package dev.meridian.demo.report;

import dev.meridian.demo.watch.Percentiles;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What a run measured beside the counts.
 *
 * @param local latencies of payments that one region does alone, in milliseconds
 * @param cross latencies of all others, in milliseconds
 * @param localAll the same, those included that something broken on purpose touched
 * @param crossAll the same, those included that something broken on purpose touched
 * @param firstAccepted from the program's start to the first accepted payment, by region
 * @param run from the last of these until the report
 * @param highestPssBytes highest sum of proportional set sizes of all processes, if the system
 *     tells
 */
public record Measured(
    Percentiles local,
    Percentiles cross,
    Percentiles localAll,
    Percentiles crossAll,
    Map<String, Duration> firstAccepted,
    Duration run,
    OptionalLong highestPssBytes) {

  /** Every region must have accepted a payment within this time. */
  public static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** The default run must end within this time after that. */
  public static final Duration RUN_LIMIT = Duration.ofMinutes(2);

  /** All processes together must hold less memory. */
  public static final long PSS_LIMIT_BYTES = 5_000_000_000L;
}
