package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a database remembers of its configuration: its own name, the regions' numbers, the kinds'
 * owners. All in the connection's transaction, which must be READ COMMITTED.
 *
 * <p>Nothing is remembered for good before the first lease: until then no id carries it, and what
 * was mistyped would lock out what is right. From the first lease on, what is remembered stays, and
 * only what is new is added.
 */
final class RememberedRegistry {

  private static final String ANYTHING_LEASED =
      "SELECT EXISTS (SELECT FROM id_block) OR EXISTS (SELECT FROM id_lease)";

  /** Waits for the leases and starts under way, and holds up those to come until the commit. */
  private static final String LET_NOBODY_LEASE =
      """
      SET LOCAL lock_timeout = '5s';
      LOCK TABLE id_block IN SHARE ROW EXCLUSIVE MODE
      """;

  private static final String FORGET =
      """
      DELETE FROM id_database;
      DELETE FROM id_region;
      DELETE FROM id_kind
      """;

  private static final String REMEMBER_DATABASE =
      "INSERT INTO id_database (name) VALUES (?) ON CONFLICT DO NOTHING";

  private static final String REMEMBER_REGION =
      "INSERT INTO id_region (code, number) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private static final String REMEMBER_KIND =
      "INSERT INTO id_kind (kind, owner) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private final Connection connection;

  RememberedRegistry(Connection connection) {
    this.connection = connection;
  }

  /** Remembers what is new; before the first lease, all of it anew. */
  void add(String database, RegionRegistry regions, KindOwners owners) throws SQLException {
    if (!isAnythingLeased()) {
      execute(LET_NOBODY_LEASE);
      if (!isAnythingLeased()) {
        execute(FORGET);
      }
    }
    try (PreparedStatement insert = connection.prepareStatement(REMEMBER_DATABASE)) {
      insert.setString(1, database);
      insert.executeUpdate();
    }
    try (PreparedStatement insert = connection.prepareStatement(REMEMBER_REGION)) {
      for (Region region : regions.regions()) {
        insert.setString(1, region.code());
        insert.setInt(2, region.number());
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (PreparedStatement insert = connection.prepareStatement(REMEMBER_KIND)) {
      for (Map.Entry<IdKind, String> owner : owners.owners().entrySet()) {
        insert.setString(1, owner.getKey().code());
        insert.setString(2, owner.getValue());
        insert.addBatch();
      }
      insert.executeBatch();
    }
  }

  /** What this database was called first. */
  String database() throws SQLException {
    return pairs("SELECT name, name FROM id_database").keySet().iterator().next();
  }

  /** Numbers by region code. */
  Map<String, String> numbersByRegion() throws SQLException {
    return pairs("SELECT code, number::text FROM id_region");
  }

  /** Databases by kind. */
  Map<String, String> ownersByKind() throws SQLException {
    return pairs("SELECT kind, owner FROM id_kind");
  }

  /** The kinds of which blocks were leased here. */
  Iterable<String> leasedKinds() throws SQLException {
    return pairs("SELECT DISTINCT kind, kind FROM id_block").keySet();
  }

  private boolean isAnythingLeased() throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(ANYTHING_LEASED);
        ResultSet row = query.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Map<String, String> pairs(String sql) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(sql);
        ResultSet rows = query.executeQuery()) {
      Map<String, String> pairs = new TreeMap<>();
      while (rows.next()) {
        pairs.put(rows.getString(1), rows.getString(2));
      }
      return pairs;
    }
  }
}
