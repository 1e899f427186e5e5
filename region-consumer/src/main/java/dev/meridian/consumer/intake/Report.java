package dev.meridian.consumer.intake;

import java.util.Map;

/**
 * What became of a batch, for metrics: true once its transaction has committed.
 *
 * @param received how many deliveries there were
 * @param outcomes how many of them had each outcome; the sum is {@code received}
 */
public record Report(int received, Map<Outcome, Long> outcomes) {
  public Report {
    outcomes = Map.copyOf(outcomes);
    long sum = outcomes.values().stream().mapToLong(Long::longValue).sum();
    if (sum != received) {
      throw new IllegalArgumentException(received + " deliveries have " + sum + " outcomes");
    }
  }
}
