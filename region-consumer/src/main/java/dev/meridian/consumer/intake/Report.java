package dev.meridian.consumer.intake;

import dev.meridian.inbox.Delivery;
import java.util.Map;

/**
 * What became of a batch, for metrics: true once its transaction has committed.
 *
 * @param received how many deliveries there were
 * @param outcomes how many of them had each outcome; the sum is {@code received}
 * @param deliveries the same by topic and partition
 */
public record Report(int received, Map<Outcome, Long> outcomes, Map<Delivery, Long> deliveries) {
  public Report {
    outcomes = Map.copyOf(outcomes);
    deliveries = Map.copyOf(deliveries);
    long sum = outcomes.values().stream().mapToLong(Long::longValue).sum();
    if (sum != received) {
      throw new IllegalArgumentException(received + " deliveries have " + sum + " outcomes");
    }
  }
}
