package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The lanes that one relay owns, by leases in {@code outbox_lane}. The database's clock says when a
 * lease ends; here it is taken to end earlier, counted on the monotonic clock from before it was
 * asked for, so that the owner stops before another begins. A take-over raises the lane's fencing
 * number; with it, a late owner's marks hit nothing.
 *
 * <p>Relays that live at the same time share the lanes evenly ({@link LaneShares}): who has more
 * than its part stops reading the surplus, and gives it back when nothing of it is on its way, so
 * that sharing repeats no record.
 *
 * <p>One thread only. Source of the idea: M. Kleppmann, How to do distributed locking, 2016.
 */
final class LaneLeases {
  private final String owner;
  private final Duration lease;
  private final LaneShares shares;
  private final TreeMap<Integer, Lease> held = new TreeMap<>();
  private final Set<Integer> yielding = new HashSet<>();

  private record Lease(long fence, long untilNanos) {}

  /** A lane that may be read and sent now. */
  record Owned(int lane, long fence) {}

  LaneLeases(String owner, Duration lease, int lanesAtMost) {
    this.owner = owner;
    this.lease = lease;
    this.shares = new LaneShares(owner, lease, lanesAtMost);
  }

  /**
   * Lanes to read: their lease has not ended by the local clock, and they aren't to be given back.
   */
  List<Owned> owned(long nowNanos) {
    List<Owned> owned = new ArrayList<>();
    held.forEach(
        (lane, lease) -> {
          if (lease.untilNanos - nowNanos > 0 && !yielding.contains(lane)) {
            owned.add(new Owned(lane, lease.fence));
          }
        });
    return owned;
  }

  /**
   * Lanes that were owned and whose lease has ended by the local clock; they may come back with the
   * next renewal.
   */
  Set<Integer> ended(long nowNanos) {
    Set<Integer> ended = new HashSet<>();
    held.forEach(
        (lane, lease) -> {
          if (lease.untilNanos - nowNanos <= 0) {
            ended.add(lane);
          }
        });
    return ended;
  }

  /**
   * Renews what is owned; then, up to this relay's part, takes what nobody owns, or says which
   * lanes to give back.
   *
   * @return lanes that were lost to another owner
   */
  Set<Integer> renewAndTake(Connection connection) throws SQLException {
    Set<Integer> lost = renew(connection);
    int part = shares.refresh(connection);
    yielding.clear();
    held.descendingKeySet().stream().limit(Math.max(0, held.size() - part)).forEach(yielding::add);
    if (held.size() < part) {
      take(connection, part - held.size());
    }
    return lost;
  }

  private Set<Integer> renew(Connection connection) throws SQLException {
    if (held.isEmpty()) {
      return Set.of();
    }
    long until = System.nanoTime() + lease.toNanos();
    Set<Integer> lost = new HashSet<>(held.keySet());
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update outbox_lane
               set lease_until = clock_timestamp() + ? * interval '1 millisecond'
              from unnest(?, ?) as mine (lane, fence)
             where outbox_lane.lane = mine.lane and outbox_lane.fence = mine.fence
            returning outbox_lane.lane, outbox_lane.fence
            """)) {
      update.setLong(1, lease.toMillis());
      update.setArray(
          2,
          connection.createArrayOf(
              "int2", held.keySet().stream().map(Integer::shortValue).toArray()));
      update.setArray(
          3, connection.createArrayOf("int8", held.values().stream().map(Lease::fence).toArray()));
      collect(update, until).forEach(lost::remove);
    }
    lost.forEach(held::remove);
    return lost;
  }

  private void take(Connection connection, int atMost) throws SQLException {
    long until = System.nanoTime() + lease.toNanos();
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update outbox_lane
               set owner = ?, fence = fence + 1,
                   lease_until = clock_timestamp() + ? * interval '1 millisecond'
             where lane in (select lane from outbox_lane
                             where lease_until < clock_timestamp()
                             order by lane
                             limit ?
                               for update skip locked)
            returning lane, fence
            """)) {
      update.setString(1, owner);
      update.setLong(2, lease.toMillis());
      update.setInt(3, atMost);
      collect(update, until);
    }
  }

  private Set<Integer> collect(PreparedStatement update, long until) throws SQLException {
    Set<Integer> lanes = new HashSet<>();
    try (ResultSet row = update.executeQuery()) {
      while (row.next()) {
        held.put(row.getInt(1), new Lease(row.getLong(2), until));
        lanes.add(row.getInt(1));
      }
    }
    return lanes;
  }

  /**
   * Lanes above this relay's part: no longer read, and to be given back once nothing is on its way.
   */
  Set<Integer> yielding() {
    return Set.copyOf(yielding);
  }

  /** Gives lanes back, so that another need not wait for the lease to end. */
  void give(Connection connection, Set<Integer> lanes) throws SQLException {
    List<Integer> given = lanes.stream().filter(held::containsKey).toList();
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update outbox_lane
               set owner = '', lease_until = '-infinity'
              from unnest(?, ?) as mine (lane, fence)
             where outbox_lane.lane = mine.lane and outbox_lane.fence = mine.fence
            """)) {
      update.setArray(
          1, connection.createArrayOf("int2", given.stream().map(Integer::shortValue).toArray()));
      update.setArray(
          2,
          connection.createArrayOf(
              "int8", given.stream().map(lane -> fence(lane, held)).toArray()));
      update.executeUpdate();
    }
    given.forEach(held::remove);
    yielding.removeAll(given);
  }

  private static Long fence(int lane, Map<Integer, Lease> held) {
    Lease lease = held.get(lane);
    return lease == null ? -1L : lease.fence;
  }

  /** Gives all lanes back and leaves the others its part. */
  void release(Connection connection) throws SQLException {
    give(connection, Set.copyOf(held.keySet()));
    shares.leave(connection);
  }
}
