package dev.meridian.verifier.collect;

import dev.meridian.verifier.digest.Row;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a region still has to do. Immutable.
 *
 * @param unsent outbox rows that Kafka hasn't acknowledged
 * @param open commands and legs that await their answer
 * @param routed payments without an outcome
 * @param legs legs that are debited and neither settled nor returned
 * @param lag records that its services haven't taken in; 0 if Kafka wasn't asked
 */
public record Backlog(long unsent, long open, long routed, long legs, long lag) {
  private static final String UNSENT =
      "select count(*) from outbox where sent_at is null and topic not like 'balances.%'";
  private static final String OPEN = "select count(*) from open_message";
  private static final String ROUTED = "select count(*) from payment where state = 'ROUTED'";
  private static final String LEGS = "select count(*) from payment_leg where state = 'DEBITED'";
  private static final String POSITIONS =
      """
      select consumer_group || ' ' || topic || ' ' || partition || ' ' || next_offset
        from consumed_position
      """;

  static Backlog of(List<Row.Offsets> offsets, Snapshot consumer, Snapshot ledger)
      throws SQLException {
    return new Backlog(
        consumer.number(UNSENT) + ledger.number(UNSENT),
        consumer.number(OPEN) + ledger.number(OPEN),
        consumer.number(ROUTED),
        ledger.number(LEGS),
        lag(offsets, consumer, ledger));
  }

  /** Whether nothing is left to do. */
  public boolean drained() {
    return unsent + open + routed + legs + lag == 0;
  }

  private static long lag(List<Row.Offsets> offsets, Snapshot consumer, Snapshot ledger)
      throws SQLException {
    Map<String, Long> reached = new HashMap<>();
    for (Snapshot snapshot : List.of(consumer, ledger)) {
      for (String position : snapshot.texts(POSITIONS)) {
        int end = position.lastIndexOf(' ');
        reached.put(position.substring(0, end), Long.parseLong(position.substring(end + 1)));
      }
    }
    long lag = 0;
    for (Row.Offsets row : offsets) {
      String key = "%s %s %d".formatted(row.consumerGroup(), row.topic(), row.partition());
      lag += Math.max(0, row.end() - reached.getOrDefault(key, row.beginning()));
    }
    return lag;
  }
}
