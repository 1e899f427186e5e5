package dev.meridian.demo.report;

import dev.meridian.demo.report.RegionCounts.Delivered;
import dev.meridian.demo.watch.RegionView;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads a region's counts out of its databases. Blocks. */
public final class Counting {
  private static final String STATES = "select state, count(*) from payment group by 1";
  private static final String REJECTED =
      "select reason, count(*) from payment where state = 'REJECTED' group by 1";
  private static final String PARKED = "select reason, count(*) from parked_message group by 1";
  private static final String BALANCES =
      "select id, balance_minor from account where kind in ('CUSTOMER', 'MERCHANT')";
  private static final String DELIVERIES =
      """
      select consumer_group, topic, outcome, tier, cause, sum(n)
        from delivery_count
       group by 1, 2, 3, 4, 5
       order by 1, 2, 3, 4, 5
      """;

  private Counting() {}

  public static RegionCounts of(RegionView view) throws SQLException {
    Map<String, Long> parked = new TreeMap<>();
    List<Delivered> deliveries = new ArrayList<>();
    try (Connection consumer = view.consumer().getConnection();
        Connection ledger = view.ledger().getConnection()) {
      for (Connection each : List.of(consumer, ledger)) {
        byName(each, PARKED).forEach((reason, n) -> parked.merge(reason, n, Long::sum));
        deliveries.addAll(deliveries(each));
      }
      return new RegionCounts(
          view.region(),
          byName(consumer, STATES),
          byName(consumer, REJECTED),
          parked,
          deliveries,
          byName(ledger, BALANCES));
    }
  }

  private static Map<String, Long> byName(Connection connection, String query) throws SQLException {
    Map<String, Long> found = new TreeMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        found.put(rows.getString(1), rows.getLong(2));
      }
    }
    return found;
  }

  private static List<Delivered> deliveries(Connection connection) throws SQLException {
    List<Delivered> found = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(DELIVERIES)) {
      while (rows.next()) {
        found.add(
            new Delivered(
                rows.getString(1),
                rows.getString(2),
                rows.getString(3),
                rows.getString(4),
                rows.getString(5),
                rows.getLong(6)));
      }
    }
    return found;
  }
}
