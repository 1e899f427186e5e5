package dev.meridian.id;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.sql.DataSource;

/**
 * Holds the configuration against what the database remembers, before the first id is drawn.
 *
 * <p>{@link #run} throws {@link StartRefusedException} if
 *
 * <ul>
 *   <li>no kind belongs to a database of this name: it is mistyped;
 *   <li>the database was another service's: a kind would have two owners;
 *   <li>a region has another number than before, or a number that was another region's;
 *   <li>a kind has another owner than before, or was leased here although another database owns it;
 *   <li>the last lease was on a later timeline than the server's (a primary left behind by a
 *       promotion), or on a server with another system identifier (an upgrade, a restore from a
 *       dump, the wrong server) and nobody raised the epoch since;
 *   <li>this module's tables, or rights on them, are missing.
 * </ul>
 *
 * <p>What the configuration says is remembered, for good once the first block is leased here.
 * Before that the next start's configuration replaces it, so that what was mistyped locks nobody
 * out.
 *
 * <p>Blocks for some round trips; thread-safe, and any number of instances may run it at once.
 * Whether region codes, numbers and kinds come twice is seen earlier, by {@link
 * RegionRegistry#parse} and {@link KindOwners#parse}.
 */
public final class StartCheck {

  /**
   * What a lease will write, without a row: shows missing columns and rights before the first id.
   */
  private static final String WOULD_LEASE =
      """
      UPDATE id_block SET leases = leases, next_sequence = next_sequence WHERE false;
      INSERT INTO id_block (region, kind, region_number, system_identifier, timeline,
                            epoch_offset, epoch_raise, next_sequence, leases)
      SELECT '', '', 1, 0, 0, 0, 0, 0, 0 WHERE false;
      INSERT INTO id_lease (region, kind, epoch, first, last, node, number)
      SELECT '', '', 0, 0, 0, '', 1 WHERE false
      """;

  private static final String REMEDY =
      "see \"When a start is refused\" in the README of id-generator";

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
    this.dataSource = Objects.requireNonNull(dataSource, "dataSource");
    this.regions = Objects.requireNonNull(regions, "regions");
    this.owners = Objects.requireNonNull(owners, "owners");
    this.database = Objects.requireNonNull(database, "database");
  }

  /**
   * Runs it.
   *
   * @throws StartRefusedException if a person has to decide first
   * @throws LeaseException if the database can't be asked or isn't a primary; trying again is right
   */
  public void run() {
    if (owners.of(database).isEmpty()) {
      throw refused(
          "no kind belongs to a database called %s, the registry of kinds says %s; call it as the registry does, or give it a kind there"
              .formatted(Quoted.of(database), owners));
    }
    List<String> faults;
    try (Connection connection = dataSource.getConnection()) {
      faults = faults(connection);
    } catch (SQLException | RuntimeException e) { // pools throw both
      throw new LeaseException(
          "the database %s can't be asked what it remembers of ids: %s"
              .formatted(database, Quoted.firstLine(e)),
          e);
    }
    if (!faults.isEmpty()) {
      throw refused(String.join("; ", faults));
    }
  }

  private static StartRefusedException refused(String why) {
    return new StartRefusedException("ids can't be given out: " + why);
  }

  /** Remembers the configuration unless there are faults. */
  private List<String> faults(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    List<String> faults = new ArrayList<>();
    try {
      compare(connection, faults::add);
    } catch (SQLException e) {
      if (!SchemaFault.isOne(e)) {
        throw e;
      }
      return List.of(SchemaFault.sentence(connection, e));
    }
    if (faults.isEmpty()) {
      connection.commit();
    } else {
      connection.rollback();
    }
    return faults;
  }

  private void compare(Connection connection, Consumer<String> faults) throws SQLException {
    try (Statement settings = connection.createStatement()) {
      settings.execute("SET TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }
    RememberedRegistry remembered = new RememberedRegistry(connection);
    remembered.add(database, regions, owners);
    try (Statement lease = connection.createStatement()) {
      lease.execute(
          WOULD_LEASE); // after the lock that add may have taken: else two starts deadlock
    }
    compareDatabase(remembered.database(), faults);
    compareRegions(remembered.numbersByRegion(), faults);
    compareKinds(remembered.ownersByKind(), faults);
    compareLeasedKinds(remembered.leasedKinds(), faults);
    LeaseRefusal.ofServer(connection)
        .forEach((row, reason) -> faults.accept("%s ids: %s".formatted(row, reason)));
  }

  private void compareDatabase(String remembered, Consumer<String> faults) {
    if (!remembered.equals(database)) {
      faults.accept(
          "the configuration calls this database %s, it remembers being %s: connect to the right one; if it was only misnamed: %s"
              .formatted(database, remembered, REMEDY));
    }
  }

  private void compareRegions(Map<String, String> remembered, Consumer<String> faults) {
    Map<String, String> byNumber =
        remembered.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));
    for (Region region : regions.regions()) {
      String number = Integer.toString(region.number());
      String before = remembered.get(region.code());
      if (before == null) {
        faults.accept(
            "the registry gives number %s to region %s, the database remembers it as %s's; give %s a number never used before. If no id was ever given out with it: %s"
                .formatted(number, region, byNumber.get(number), region, REMEDY));
      } else if (!before.equals(number)) {
        faults.accept(
            "the registry gives number %s to region %s, the database remembers %s; a region keeps its number for good, set it back. If no id was ever given out with it: %s"
                .formatted(number, region, before, REMEDY));
      }
    }
  }

  private void compareKinds(Map<String, String> remembered, Consumer<String> faults) {
    owners
        .owners()
        .forEach(
            (kind, owner) -> {
              String before = remembered.get(kind.code());
              if (!owner.equals(before)) {
                faults.accept(
                    "the registry gives kind %s to database %s, this database remembers %s's; a kind keeps its owner for good, set it back. If %s never gave out an id of it: %s"
                        .formatted(kind, owner, before, before, REMEDY));
              }
            });
  }

  private void compareLeasedKinds(Iterable<String> leased, Consumer<String> faults) {
    for (String kind : leased) {
      String owner = owners.owners().get(new IdKind(kind));
      if (!database.equals(owner)) {
        faults.accept(
            "kind %s was leased in this database, %s, but the registry gives it to %s; set it back, ids could be given out twice. If it was leased here by mistake: %s"
                .formatted(kind, database, owner == null ? "nobody" : "database " + owner, REMEDY));
      }
    }
  }
}
