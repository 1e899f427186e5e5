package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** Binds keys as three arrays (key, fingerprint, fingerprint version) for {@code unnest}. */
final class KeyArrays {
  private KeyArrays() {}

  static void bind(PreparedStatement statement, int firstIndex, Collection<DedupKey> keys)
      throws SQLException {
    Connection connection = statement.getConnection();
    Object[] texts = keys.stream().map(DedupKey::key).toArray();
    byte[][] fingerprints =
        keys.stream().map(key -> key.fingerprint().bytes()).toArray(byte[][]::new);
    Object[] versions = keys.stream().map(key -> (short) key.fingerprintVersion()).toArray();
    statement.setArray(firstIndex, connection.createArrayOf("text", texts));
    statement.setArray(firstIndex + 1, connection.createArrayOf("bytea", fingerprints));
    statement.setArray(firstIndex + 2, connection.createArrayOf("int2", versions));
  }
}
