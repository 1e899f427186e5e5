package dev.meridian.id;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Says why a row of {@code id_block} gave out no block, and what a person can do. */
final class LeaseRefusal {

  private static final String REMEDY =
      "see \"After an upgrade or a restore\" in the README of id-generator";

  private static final String ROWS_AND_SERVER =
      """
      SELECT remembered.kind,
             remembered.region,
             remembered.region_number,
             remembered.system_identifier,
             remembered.timeline,
             (pg_control_system()).system_identifier AS server_system_identifier,
             ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::int AS server_timeline
        FROM id_block remembered
      """;

  private static final String ROW_AND_SERVER = ROWS_AND_SERVER + " WHERE region = ? AND kind = ?";

  private LeaseRefusal() {}

  static LeaseRefusedException explain(Connection connection, IdKind kind, Region region)
      throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(ROW_AND_SERVER)) {
      query.setString(1, region.code());
      query.setString(2, kind.code());
      try (ResultSet row = query.executeQuery()) {
        String reason = row.next() ? reason(row, region) : "its row was removed meanwhile: repeat";
        return new LeaseRefusedException(
            "no block of %s ids for %s was leased: %s".formatted(kind, region, reason));
      }
    }
  }

  /** Per row, by kind and region, why this server may not lease from it; none if it may. */
  static Map<String, String> ofServer(Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(ROWS_AND_SERVER);
        ResultSet row = query.executeQuery()) {
      Map<String, String> reasons = new TreeMap<>();
      while (row.next()) {
        String name = row.getString("kind") + "-" + row.getString("region");
        serverReason(row).ifPresent(reason -> reasons.put(name, reason));
      }
      return reasons;
    }
  }

  private static String reason(ResultSet row, Region region) throws SQLException {
    int number = row.getInt("region_number");
    if (number != region.number()) {
      return "the registry says number %d, the database remembers %d; a region keeps its number for good, set it back"
          .formatted(region.number(), number);
    }
    return serverReason(row)
        .orElse("the sequences of this epoch are used up and it was raised three times: " + REMEDY);
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
}
