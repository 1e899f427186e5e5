package dev.meridian.demo.plan;

import java.util.List;

/**
 * What a plan is drawn from: equal options give equal plans.
 *
 * @param seed of every random choice
 * @param payments how many intents settle; a known few that don't come on top
 * @param duplicatePercent extra records per hundred payments, 0 to 100
 * @param regions the regions' codes
 */
public record PlanOptions(long seed, int payments, int duplicatePercent, List<String> regions) {

  /** From this many payments on every kind of repeat is in the plan at 20 % duplicates. */
  public static final int ALL_KINDS_FROM_PAYMENTS = 100;

  public static final int MAX_PAYMENTS = 5_000_000;

  public PlanOptions {
    regions = List.copyOf(regions);
    if (payments < 1 || payments > MAX_PAYMENTS) {
      throw new IllegalArgumentException(
          "payments must be 1 to " + MAX_PAYMENTS + ", not " + payments);
    }
    if (duplicatePercent < 0 || duplicatePercent > 100) {
      throw new IllegalArgumentException(
          "duplicates must be 0 to 100 per cent, not " + duplicatePercent);
    }
    if (regions.isEmpty() || regions.size() != regions.stream().distinct().count()) {
      throw new IllegalArgumentException(
          "regions must be different ones, at least one: " + regions);
    }
  }
}
