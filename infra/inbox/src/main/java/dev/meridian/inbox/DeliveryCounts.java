package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Counts of deliveries by what became of them, added in the transaction of the effects, so that a
 * kill loses none. Stateless, thread-safe; one statement per call, rows in sorted order.
 */
public final class DeliveryCounts {
  private static final Comparator<Delivery> ORDER =
      Comparator.comparing(Delivery::topic)
          .thenComparing(Delivery::partition)
          .thenComparing(Delivery::outcome)
          .thenComparing(Delivery::tier)
          .thenComparing(Delivery::cause);

  /** So many deliveries of a consumer group went this way. The words are those of the row. */
  public record Count(
      String consumerGroup,
      String topic,
      int partition,
      String outcome,
      String tier,
      String cause,
      long n) {}

  /** Adds one for each delivery. */
  public void add(Connection connection, String consumerGroup, Collection<Delivery> deliveries)
      throws SQLException {
    if (deliveries.isEmpty()) {
      return;
    }
    Map<Delivery, Long> counts =
        deliveries.stream()
            .collect(
                Collectors.groupingBy(
                    Function.identity(), () -> new TreeMap<>(ORDER), Collectors.counting()));
    try (PreparedStatement upsert =
        connection.prepareStatement(
            """
            insert into delivery_count (consumer_group, topic, partition, outcome, tier, cause, n)
            select ?, given.* from unnest(?, ?, ?, ?, ?, ?) as given
                on conflict on constraint delivery_count_pk
                do update set n = delivery_count.n + excluded.n
            """)) {
      var rows = new Columns<>(connection, counts.entrySet());
      upsert.setString(1, consumerGroup);
      upsert.setArray(2, rows.texts(row -> row.getKey().topic()));
      upsert.setArray(3, rows.ints(row -> row.getKey().partition()));
      upsert.setArray(4, rows.texts(row -> row.getKey().outcome().word()));
      upsert.setArray(5, rows.texts(row -> row.getKey().tier().word()));
      upsert.setArray(6, rows.texts(row -> row.getKey().cause().word()));
      upsert.setArray(7, rows.longs(Map.Entry::getValue));
      upsert.executeUpdate();
    }
  }

  /** All counts, sorted. */
  public List<Count> read(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select consumer_group, topic, partition, outcome, tier, cause, n
                  from delivery_count
                 order by consumer_group, topic, partition, outcome, tier, cause
                """);
        ResultSet row = select.executeQuery()) {
      List<Count> counts = new ArrayList<>();
      while (row.next()) {
        counts.add(
            new Count(
                row.getString(1),
                row.getString(2),
                row.getInt(3),
                row.getString(4),
                row.getString(5),
                row.getString(6),
                row.getLong(7)));
      }
      return counts;
    }
  }
}
