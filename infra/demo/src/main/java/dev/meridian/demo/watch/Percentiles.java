package dev.meridian.demo.watch;

import java.util.Arrays;

/**
 * Percentiles by the nearest rank: each is a value that was measured.
 *
 * @param count how many values
 * @param p50 the median; 0 without values
 * @param p99 99 of 100 are no greater
 * @param max the greatest
 */
public record Percentiles(int count, double p50, double p99, double max) {

  public static Percentiles of(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return new Percentiles(
        sorted.length, at(sorted, 50), at(sorted, 99), sorted.length == 0 ? 0 : at(sorted, 100));
  }

  private static double at(double[] sorted, int percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = (int) Math.ceil((double) sorted.length * percent / 100);
    return sorted[Math.max(rank, 1) - 1];
  }
}
