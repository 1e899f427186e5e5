package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/**
 * Binds keys as three arrays (key, fingerprint, fingerprint version) for {@code unnest}; typed, so
 * that the driver sends them as they are and needn't escape a text.
 */
final class KeyArrays {
  private KeyArrays() {}

  static void bind(PreparedStatement statement, int firstIndex, Collection<DedupKey> keys)
      throws SQLException {
    Connection connection = statement.getConnection();
    String[] texts = keys.stream().map(DedupKey::key).toArray(String[]::new);
    byte[][] fingerprints =
        keys.stream().map(key -> key.fingerprint().bytes()).toArray(byte[][]::new);
    Short[] versions =
        keys.stream().map(key -> (short) key.fingerprintVersion()).toArray(Short[]::new);
    statement.setArray(firstIndex, connection.createArrayOf("text", texts));
    statement.setArray(firstIndex + 1, connection.createArrayOf("bytea", fingerprints));
    statement.setArray(firstIndex + 2, connection.createArrayOf("int2", versions));
  }
}
