package dev.meridian.dedup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;

/** A message of the README's examples. */
public record Order(String id, long amount, Instant placedAt) {

  /** What makes it the same order, and what it asks for. */
  public DedupKey key() {
    byte[] content = Long.toString(amount).getBytes(US_ASCII);
    return new DedupKey(id, Fingerprint.of(content), 1, placedAt);
  }

  /** Its effect, which can be counted. */
  public void insertInto(String table, Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
      insert.setString(1, id);
      insert.executeUpdate();
    }
  }
}
