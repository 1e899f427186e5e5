package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How many lanes are one relay's part, by the relays that say that they live ({@code
 * outbox_relay}). The parts of all who see the same relays sum to 16, or to all that they may own.
 * One thread only.
 */
final class LaneShares {
  private static final long NONE = 0;

  private final String owner;
  private final Duration lease;
  private final int lanesAtMost;
  private long relay = NONE;

  /** A relay that lives. */
  record Live(long relay, int lanesAtMost) {}

  LaneShares(String owner, Duration lease, int lanesAtMost) {
    this.owner = owner;
    this.lease = lease;
    this.lanesAtMost = lanesAtMost;
  }

  /** Says that this relay lives for one more lease, and tells its part. */
  int refresh(Connection connection) throws SQLException {
    if (relay == NONE || !stay(connection)) {
      relay = enter(connection);
    }
    return part(relay, live(connection));
  }

  private boolean stay(Connection connection) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update outbox_relay set seen_until = clock_timestamp() + ? * interval '1 millisecond'
             where relay = ?
            """)) {
      update.setLong(1, lease.toMillis());
      update.setLong(2, relay);
      return update.executeUpdate() == 1;
    }
  }

  private long enter(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into outbox_relay (relay, owner, lanes_at_most, seen_until)
            values (nextval('outbox_seq'), ?, ?, clock_timestamp() + ? * interval '1 millisecond')
            returning relay
            """)) {
      insert.setString(1, owner);
      insert.setInt(2, lanesAtMost);
      insert.setLong(3, lease.toMillis());
      try (ResultSet row = insert.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  private static List<Live> live(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select relay, lanes_at_most from outbox_relay
                 where seen_until > clock_timestamp() order by relay
                """);
        ResultSet row = select.executeQuery()) {
      List<Live> live = new ArrayList<>();
      while (row.next()) {
        live.add(new Live(row.getLong(1), row.getInt(2)));
      }
      return live;
    }
  }

  /**
   * Lanes are dealt one by one, in the order of the list, to those who may own more.
   *
   * @param live all that live, in an order that all of them see
   */
  static int part(long relay, List<Live> live) {
    int[] parts = new int[live.size()];
    int dealt = 0;
    boolean anyTook = true;
    while (dealt < Lane.COUNT && anyTook) {
      anyTook = false;
      for (int i = 0; i < parts.length && dealt < Lane.COUNT; i++) {
        if (parts[i] < live.get(i).lanesAtMost()) {
          parts[i]++;
          dealt++;
          anyTook = true;
        }
      }
    }
    for (int i = 0; i < parts.length; i++) {
      if (live.get(i).relay() == relay) {
        return parts[i];
      }
    }
    return 0;
  }

  /** Says that this relay ends, and forgets those that ended without a word. */
  void leave(Connection connection) throws SQLException {
    try (PreparedStatement delete =
        connection.prepareStatement(
            "delete from outbox_relay where relay = ? or seen_until < clock_timestamp() - interval '1 hour'")) {
      delete.setLong(1, relay);
      delete.executeUpdate();
    }
  }
}
