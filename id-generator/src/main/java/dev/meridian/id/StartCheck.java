package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Holds the configuration against what the database remembers, before the first id is drawn.
 *
 * <p>{@link #run} throws {@link StartRefusedException} if
 *
 * <ul>
 *   <li>the database was another service's: a kind would have two owners;
 *   <li>a region has another number than before, or a number that was another region's;
 *   <li>a kind has another owner than before, or was leased here although another database owns it;
 *   <li>the last lease was on a later timeline than the server's (a primary left behind by a
 *       promotion), or on a server with another system identifier (an upgrade, a restore from a
 *       dump, the wrong server) and nobody raised the epoch since.
 * </ul>
 *
 * <p>What is new is remembered from then on. Blocks for a few round trips; thread-safe, and any
 * number of instances may run it at once. Whether region codes, numbers and kinds come twice is
 * seen earlier, by {@link RegionRegistry#parse} and {@link KindOwners#parse}.
 */
public final class StartCheck {

  private static final String REMEMBER_DATABASE =
      "INSERT INTO id_database (name) VALUES (?) ON CONFLICT DO NOTHING";

  private static final String REMEMBER_REGION =
      "INSERT INTO id_region (code, number) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private static final String REMEMBER_KIND =
      "INSERT INTO id_kind (kind, owner) VALUES (?, ?) ON CONFLICT DO NOTHING";

  private final DataSource dataSource;
  private final RegionRegistry regions;
  private final KindOwners owners;
  private final String database;

  /**
   * A check of this database.
   *
   * @param dataSource must not enlist connections in a transaction of the caller
   * @param database what the registry of kinds calls this database
   */
  public StartCheck(
      DataSource dataSource, RegionRegistry regions, KindOwners owners, String database) {
    this.dataSource = dataSource;
    this.regions = regions;
    this.owners = owners;
    this.database = database;
  }

  /**
   * Runs it.
   *
   * @throws StartRefusedException if a person has to decide first
   * @throws LeaseException if the database can't be asked or isn't a primary
   */
  public void run() {
    List<String> faults = new ArrayList<>();
    try (Connection connection = dataSource.getConnection()) {
      connection.setAutoCommit(false);
      remember(connection);
      compareDatabase(connection, faults::add);
      compareRegions(connection, faults::add);
      compareKinds(connection, faults::add);
      compareLeases(connection, faults::add);
      if (faults.isEmpty()) {
        connection.commit();
      } else {
        connection.rollback();
      }
    } catch (SQLException e) {
      throw new LeaseException(
          "the database %s can't be asked what it remembers of ids: %s"
              .formatted(database, e.getMessage()),
          e);
    }
    if (!faults.isEmpty()) {
      throw new StartRefusedException("ids can't be given out: " + String.join("; ", faults));
    }
  }

  private void remember(Connection connection) throws SQLException {
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

  private void compareDatabase(Connection connection, Consumer<String> faults) throws SQLException {
    String remembered =
        pairs(connection, "SELECT name, name FROM id_database").keySet().iterator().next();
    if (!remembered.equals(database)) {
      faults.accept(
          "the configuration calls this database %s, it remembers being %s: connect to the right one"
              .formatted(database, remembered));
    }
  }

  private void compareRegions(Connection connection, Consumer<String> faults) throws SQLException {
    Map<String, String> remembered = pairs(connection, "SELECT code, number::text FROM id_region");
    Map<String, String> byNumber =
        remembered.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    for (Region region : regions.regions()) {
      String number = Integer.toString(region.number());
      String before = remembered.get(region.code());
      if (before == null) {
        faults.accept(
            "the registry gives number %s to region %s, the database remembers it as %s's; give %s a number never used before"
                .formatted(number, region, byNumber.get(number), region));
      } else if (!before.equals(number)) {
        faults.accept(
            "the registry gives number %s to region %s, the database remembers %s; a region keeps its number for good, set it back"
                .formatted(number, region, before));
      }
    }
  }

  private void compareKinds(Connection connection, Consumer<String> faults) throws SQLException {
    Map<String, String> remembered = pairs(connection, "SELECT kind, owner FROM id_kind");
    owners
        .owners()
        .forEach(
            (kind, owner) -> {
              String before = remembered.get(kind.code());
              if (!owner.equals(before)) {
                faults.accept(
                    "the registry gives kind %s to database %s, this database remembers %s's; a kind keeps its owner for good, set it back"
                        .formatted(kind, owner, before));
              }
            });
    for (String leased : pairs(connection, "SELECT kind, kind FROM id_block").keySet()) {
      String owner = owners.owners().get(new IdKind(leased));
      if (!database.equals(owner)) {
        faults.accept(
            "kind %s was leased in this database, %s, but the registry gives it to %s; set it back, ids could be given out twice"
                .formatted(leased, database, owner == null ? "nobody" : "database " + owner));
      }
    }
  }

  private void compareLeases(Connection connection, Consumer<String> faults) throws SQLException {
    LeaseRefusal.ofServer(connection)
        .forEach((row, reason) -> faults.accept("%s ids: %s".formatted(row, reason)));
  }

  private static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
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
