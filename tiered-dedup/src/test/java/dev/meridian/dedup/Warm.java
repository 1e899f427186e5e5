package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.List;

/** The warm tier alone, as tests ask it. */
final class Warm {
  private Warm() {}

  static List<Verdict> claim(
      WarmTier warm, Connection connection, String group, List<DedupKey> messages)
      throws SQLException {
    return warm.take(connection, group, messages).verdicts();
  }

  static void forget(
      WarmTier warm, Connection connection, String group, Collection<DedupKey> messages)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT current FROM dedup_generation")) {
      row.next();
      warm.forget(connection, group, messages, row.getInt(1));
    }
  }
}
