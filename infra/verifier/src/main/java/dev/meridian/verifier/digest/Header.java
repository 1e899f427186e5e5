package dev.meridian.verifier.digest;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * What a digest says about itself. Immutable.
 *
 * @param format the major version; a reader refuses another than its own
 * @param region whose it is
 * @param consumerAt the consumer database's clock when its snapshot was taken
 * @param ledgerAt the ledger database's clock when its snapshot was taken
 * @param partners the regions that the rows name, this one too if they do, sorted
 * @param rows how many rows each table has; a table that isn't named wasn't collected
 */
public record Header(
    int format,
    String region,
    Instant consumerAt,
    Instant ledgerAt,
    List<String> partners,
    Map<String, Long> rows) {

  /** Raised when a reader of today would misread what is written; more tables or fields don't. */
  public static final int FORMAT = 1;

  public Header {
    partners = List.copyOf(partners);
    rows = Map.copyOf(rows);
  }

  /** The earlier of both snapshots: what is older is in both. */
  public Instant at() {
    return consumerAt.isBefore(ledgerAt) ? consumerAt : ledgerAt;
  }
}
