package dev.meridian.demo.report;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What one region's databases say at the end.
 *
 * @param region the region's code
 * @param states payments by state
 * @param rejected payments in state REJECTED, by reason
 * @param parkedRows rows of parked messages in both databases, by reason
 * @param deliveries what both services counted
 * @param balancesMinor balances of customers and merchants, by account id
 */
public record RegionCounts(
    String region,
    Map<String, Long> states,
    Map<String, Long> rejected,
    Map<String, Long> parkedRows,
    List<Delivered> deliveries,
    Map<String, Long> balancesMinor) {

  /**
   * Records with one outcome.
   *
   * @param group the consumer group
   * @param topic without the partition
   * @param tier which tier said duplicate; may be empty
   * @param cause why it was one; may be empty
   * @param n how many
   */
  public record Delivered(
      String group, String topic, String outcome, String tier, String cause, long n) {

    /** Whether it came from a topic that payments are taken in from. */
    boolean isIntake(String region) {
      String own = "payments." + region;
      return topic.equals(own) || topic.endsWith("." + own);
    }

    boolean isCommand(String region) {
      String own = "ledger-commands." + region;
      return topic.equals(own) || topic.endsWith("." + own);
    }
  }

  /** Records taken from payment topics whose outcome fits. */
  long intake(Predicate<Delivered> which) {
    return deliveries.stream()
        .filter(each -> each.isIntake(region))
        .filter(which)
        .mapToLong(Delivered::n)
        .sum();
  }
}
