package dev.meridian.id.decode;

import dev.meridian.id.RegionId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The lease that an id came from, as the database logged it. */
record Lease(String node, OffsetDateTime at, long first, long last) {

  private static final String FIND =
      """
      SELECT node, at, first, last
        FROM id_lease
       WHERE region = ? AND kind = ? AND epoch = ? AND ? BETWEEN first AND last
      """;

  static Optional<Lease> of(RegionId id, Connection connection) throws SQLException {
    try (PreparedStatement query = connection.prepareStatement(FIND)) {
      query.setString(1, id.region().code());
      query.setString(2, id.kind().code());
      query.setInt(3, id.epoch());
      query.setLong(4, id.sequence());
      try (ResultSet row = query.executeQuery()) {
        return row.next()
            ? Optional.of(
                new Lease(
                    row.getString("node"),
                    row.getObject("at", OffsetDateTime.class),
                    row.getLong("first"),
                    row.getLong("last")))
            : Optional.empty();
      }
    }
  }

  String sentence() {
    return "%s by %s, with the sequences %d to %d"
        .formatted(at.truncatedTo(ChronoUnit.SECONDS), node, first, last);
  }
}
