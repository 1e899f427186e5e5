package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Says why a row of {@code id_block} gave out no block, and what a person can do. */
final class LeaseRefusal {

  private static final String REMEDY =
      "see \"After an upgrade or a restore\" in the README of id-generator";

  private static final String SERVER =
      """
      WITH server AS (
        SELECT (pg_control_system()).system_identifier,
               ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS timeline
      )
      SELECT remembered.kind,
             remembered.region,
             remembered.region_number,
             remembered.system_identifier,
             remembered.timeline,
             remembered.epoch_offset,
             server.system_identifier AS server_system_identifier,
             server.timeline          AS server_timeline
      """;

  private static final String EACH_ROW = SERVER + " FROM server CROSS JOIN id_block remembered";

  /** One row in any case; what isn't remembered is null. */
  private static final String ONE_ROW =
      SERVER
          + """
                 , (SELECT string_agg(code || '=' || number, ',' ORDER BY number)
                      FROM id_region
                     WHERE (code = ?) <> (number = ?)) AS other_regions,
                   (SELECT name FROM id_database) AS database,
                   (SELECT owner FROM id_kind WHERE kind = ?) AS owner,
                   EXISTS (SELECT FROM id_region WHERE code = ?) AS region_is_known
              FROM server LEFT JOIN id_block remembered ON region = ? AND kind = ?
            """;

  private LeaseRefusal() {}

  /** The refusal with its sentence. */
  static LeaseRefusedException of(
      IdKind kind, Region region, String reason, @Nullable Throwable cause) {
    return new LeaseRefusedException(
        "no block of %s ids for %s was leased: %s".formatted(kind, region, reason), cause);
  }

  /** Looks why the lease's statement returned no row. */
  static LeaseRefusedException explain(
      Connection connection, IdKind kind, Region region, int minOffset) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(ONE_ROW)) {
      query.setString(1, region.code());
      query.setInt(2, region.number());
      query.setString(3, kind.code());
      query.setString(4, region.code());
      query.setString(5, region.code());
      query.setString(6, kind.code());
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return of(kind, region, reason(row, region, minOffset), null);
      }
    }
  }

  /** Per row, by kind and region, why this server may not lease from it; none if it may. */
  static Map<String, String> ofServer(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(EACH_ROW);
        ResultSet row = query.executeQuery()) {
      Map<String, String> reasons = new TreeMap<>();
      while (row.next()) {
        String name = row.getString("kind") + "-" + row.getString("region");
        serverReason(row).ifPresent(reason -> reasons.put(name, reason));
      }
      return reasons;
    }
  }

  private static String reason(ResultSet row, Region region, int minOffset) throws SQLException {
    String otherRegions = row.getString("other_regions");
    if (otherRegions != null) {
      return renumbered(region, otherRegions);
    }
    Optional<String> notOurs = notOurs(row, region);
    if (notOurs.isPresent()) {
      return notOurs.get();
    }
    boolean leasedBefore = row.getString("kind") != null;
    int number = row.getInt("region_number");
    if (leasedBefore && number != region.number()) {
      return renumbered(region, region + "=" + number);
    }
    Optional<String> ofServer = leasedBefore ? serverReason(row) : Optional.empty();
    Optional<String> reason = ofServer.isPresent() ? ofServer : noEpochLeft(row, minOffset);
    return reason.orElse(
        "the sequences of this epoch are used up and it was raised three times: " + REMEDY);
  }

  /** Empty where no start has remembered anything. */
  private static Optional<String> notOurs(ResultSet row, Region region) throws SQLException {
    String database = row.getString("database");
    if (database == null) {
      return Optional.empty();
    }
    String owner = row.getString("owner");
    if (!database.equals(owner)) {
      return Optional.of(
          "this database is remembered as %s, and the kind as %s; lease it there, or set the registry of kinds right and start again"
              .formatted(database, owner == null ? "nobody's" : owner + "'s"));
    }
    return row.getBoolean("region_is_known")
        ? Optional.empty()
        : Optional.of(
            "this database, %s, remembers no region %s: another instance has started here with another registry of regions; set that one right and start again"
                .formatted(database, region));
  }

  private static String renumbered(Region region, String remembered) {
    return "the registry says %s=%d, the database remembers %s; a region keeps its number for good, set it back"
        .formatted(region, region.number(), remembered);
  }

  private static Optional<String> serverReason(ResultSet row) throws SQLException {
    long system = row.getLong("system_identifier");
    long serverSystem = row.getLong("server_system_identifier");
    int timeline = row.getInt("timeline");
    int serverTimeline = row.getInt("server_timeline");
    if (system != serverSystem) {
      return Optional.of(
          "the row was last used on the server with system identifier %d, this one is %d. Is it the right database? If it was upgraded or restored from a dump: %s"
              .formatted(system, serverSystem, REMEDY));
    }
    if (timeline > serverTimeline) {
      return Optional.of(
          "the row was last used on timeline %d, this server is on %d: it was left behind by a promotion. Connect to the current primary; if this one shall stay: %s"
              .formatted(timeline, serverTimeline, REMEDY));
    }
    return Optional.empty();
  }

  private static Optional<String> noEpochLeft(ResultSet row, int minOffset) throws SQLException {
    int timeline = row.getInt("server_timeline");
    int remembered = row.getInt("epoch_offset"); // 0 if nothing is
    if (timeline + Math.max(remembered, minOffset) < IdLayout.TIMELINES) {
      return Optional.empty();
    }
    return Optional.of(
        minOffset > remembered
            ? "min-epoch is too high for this server's timeline %d: no epoch of 14 bits is left. Set it just above the highest epoch ever used, at most %d"
                .formatted(
                    timeline, (IdLayout.TIMELINES - 1 - timeline) * IdLayout.EPOCHS_PER_TIMELINE)
            : "this server's timeline %d with the offset %d has no epoch of 14 bits left. Give out further ids under a new region's code and number"
                .formatted(timeline, remembered));
  }
}
