package dev.meridian.ledger.reconciliation;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One reconciliation.
 *
 * @param home whose books
 * @param asOf the moment of the snapshot, by the database's clock
 * @param took how long it took
 */
public record Report(String home, Instant asOf, Duration took, List<Result> results) {
  public Report {
    results = List.copyOf(results);
  }

  /**
   * What one check found.
   *
   * @param check its name
   * @param checked how many subjects it looked at
   * @param differences how many of them don't agree
   * @param shown some of those
   */
  public record Result(String check, long checked, long differences, List<Difference> shown) {
    public Result {
      shown = List.copyOf(shown);
    }
  }

  /** How many subjects don't agree, over all checks. */
  public long differences() {
    return results.stream().mapToLong(Result::differences).sum();
  }
}
