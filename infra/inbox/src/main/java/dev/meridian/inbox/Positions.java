package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Consumed positions, advanced in the transaction of the effects: a database that forgot commits
 * has forgotten these too, and the consumer goes back ({@link ResumeFromDatabase}). Thread-safe;
 * rows in sorted order.
 */
public final class Positions {
  private final @Nullable OneLife life;

  /** Positions in whatever database a connection leads to. */
  public Positions() {
    this.life = null;
  }

  /** Positions that are advanced in one life of the database only. */
  public Positions(OneLife life) {
    this.life = life;
  }

  /**
   * Keeps the greater offset of what is known and given; one of another topic id replaces what is
   * known.
   *
   * @throws SQLException of class 08 also if the database is in another life than the one given
   */
  public void advance(Connection connection, String consumerGroup, Collection<Position> positions)
      throws SQLException {
    if (positions.isEmpty()) {
      return;
    }
    if (life != null) {
      life.check(connection);
    }
    try (PreparedStatement upsert =
        connection.prepareStatement(
            """
            insert into consumed_position (consumer_group, topic, partition, topic_id, next_offset)
            select ?, given.* from unnest(?, ?, ?, ?) as given
                on conflict on constraint consumed_position_pk
                do update set topic_id = excluded.topic_id,
                              next_offset = case when consumed_position.topic_id = excluded.topic_id
                                                 then greatest(consumed_position.next_offset, excluded.next_offset)
                                                 else excluded.next_offset
                                             end
            """)) {
      var rows = new Columns<>(connection, furthest(positions));
      upsert.setString(1, consumerGroup);
      upsert.setArray(2, rows.texts(Position::topic));
      upsert.setArray(3, rows.ints(Position::partition));
      upsert.setArray(4, rows.texts(Position::topicId));
      upsert.setArray(5, rows.longs(Position::nextOffset));
      upsert.executeUpdate();
    }
  }

  private record Place(String topic, int partition) implements Comparable<Place> {
    @Override
    public int compareTo(Place that) {
      int byTopic = topic.compareTo(that.topic);
      return byTopic != 0 ? byTopic : Integer.compare(partition, that.partition);
    }
  }

  /** One position per partition, sorted; a later topic id replaces an earlier one. */
  private static Collection<Position> furthest(Collection<Position> positions) {
    Map<Place, Position> furthest = new TreeMap<>();
    for (Position position : positions) {
      furthest.merge(
          new Place(position.topic(), position.partition()),
          position,
          (a, b) -> a.topicId().equals(b.topicId()) && a.nextOffset() > b.nextOffset() ? a : b);
    }
    return furthest.values();
  }

  /** All positions of the group, by topic and partition. */
  public List<Position> read(Connection connection, String consumerGroup) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select topic, partition, topic_id, next_offset
              from consumed_position
             where consumer_group = ?
             order by topic, partition
            """)) {
      select.setString(1, consumerGroup);
      List<Position> positions = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          positions.add(
              new Position(row.getString(1), row.getInt(2), row.getString(3), row.getLong(4)));
        }
      }
      return positions;
    }
  }
}
