package dev.meridian.demo.plan;

import java.util.List;
import java.util.random.RandomGenerator;

/** Draws regions. */
final class Regions {
  private Regions() {}

  /** Another region, or the same where it is the only one. */
  static String otherThan(String region, List<String> regions, RandomGenerator random) {
    if (regions.size() == 1) {
      return region;
    }
    int steps = random.nextInt(1, regions.size());
    return regions.get((regions.indexOf(region) + steps) % regions.size());
  }
}
