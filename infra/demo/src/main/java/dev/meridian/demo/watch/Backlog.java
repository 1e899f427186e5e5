package dev.meridian.demo.watch;

import dev.meridian.messages.Topics;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.common.TopicPartition;

/** Measures what is left to do. A look takes some tens of milliseconds and blocks; thread-safe. */
public final class Backlog implements AutoCloseable {
  public static final String CONSUMER_GROUP = "region-consumer";
  public static final String LEDGER_GROUP = "home-region-ledger";

  private static final String LEFT_IN_CONSUMER =
      """
      select (select count(*) from outbox where sent_at is null),
             (select count(*) from payment where state = 'ROUTED'),
             0,
             (select count(*) from open_message)
      """;
  private static final String LEFT_IN_LEDGER =
      """
      select (select count(*) from outbox where sent_at is null),
             0,
             (select count(*) from payment_leg where state = 'DEBITED'),
             (select count(*) from open_message)
      """;

  private final List<RegionView> views;
  private final List<String> regions;
  private final Map<String, Offsets> offsets = new HashMap<>();

  public Backlog(List<RegionView> views) {
    this.views = List.copyOf(views);
    this.regions = views.stream().map(RegionView::region).toList();
    views.forEach(each -> offsets.put(each.region(), new Offsets(each.region(), each.kafka())));
  }

  /**
   * Takes one look at everything.
   *
   * @throws WatchException if a server doesn't answer
   */
  public Left measure() {
    Left left = Left.NOTHING;
    for (RegionView view : views) {
      left = left.plus(new Left(unread(view.region()), onLinksTo(view.region()), 0, 0, 0, 0));
      left = left.plus(inDatabase(view.region(), view.consumer(), LEFT_IN_CONSUMER));
      left = left.plus(inDatabase(view.region(), view.ledger(), LEFT_IN_LEDGER));
    }
    return left;
  }

  /** The topics that a region's consumer takes payments from. */
  public List<String> paymentTopics(String region) {
    return Topics.withMirrors(Topics.payments(region), region, regions);
  }

  /** The offsets of a region's Kafka. */
  public Offsets offsets(String region) {
    Offsets found = offsets.get(region);
    if (found == null) {
      throw new IllegalArgumentException("no region " + region + " is watched");
    }
    return found;
  }

  private long unread(String region) {
    List<String> answers = Topics.withMirrors(Topics.results(region), region, regions);
    List<String> commands = Topics.withMirrors(Topics.commands(region), region, regions);
    return offsets(region).unacknowledged(CONSUMER_GROUP, paymentTopics(region))
        + offsets(region).unacknowledged(CONSUMER_GROUP, answers)
        + offsets(region).unacknowledged(LEDGER_GROUP, commands);
  }

  /** What other regions' Kafkas hold for this one and its mirror has not brought yet. */
  private long onLinksTo(String region) {
    long waiting = 0;
    for (String source : regions) {
      if (!source.equals(region)) {
        waiting += onLink(source, region);
      }
    }
    return waiting;
  }

  private long onLink(String source, String target) {
    List<String> carried =
        List.of(Topics.payments(target), Topics.commands(target), Topics.results(target));
    List<String> copies = carried.stream().map(t -> Topics.mirrored(source, t)).toList();
    Map<TopicPartition, Long> arrived = offsets(target).ends(copies);
    return offsets(source).ends(carried).entrySet().stream()
        .mapToLong(end -> Math.max(0, end.getValue() - copied(arrived, source, end.getKey())))
        .sum();
  }

  private static long copied(Map<TopicPartition, Long> arrived, String source, TopicPartition p) {
    String copy = Topics.mirrored(source, p.topic());
    return arrived.getOrDefault(new TopicPartition(copy, p.partition()), 0L);
  }

  private static Left inDatabase(String region, DataSource database, String query) {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(query)) {
      row.next();
      return new Left(0, 0, row.getLong(1), row.getLong(2), row.getLong(3), row.getLong(4));
    } catch (SQLException e) {
      throw new WatchException("a database of " + region + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    offsets.values().forEach(Offsets::close);
  }
}
