package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * The rows that all who handle one intent lock first. What was decided about it is read by a later
 * statement: one that both locked and read could miss what was committed while it waited.
 */
final class Intents {

  /**
   * Makes the rows that don't exist, then locks all, both in the order of the keys.
   *
   * @return those that a refund or cancel was ever decided for
   */
  Set<BusinessKey> lock(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    if (keys.isEmpty()) {
      return Set.of();
    }
    Array sorted =
        connection.createArrayOf(
            "text", keys.stream().map(BusinessKey::text).distinct().sorted().toArray());
    execute(
        connection,
        sorted,
        """
        insert into intent (business_key)
        select business_key from unnest(?) as asked (business_key)
         order by business_key collate "C"
        on conflict (business_key) do nothing
        """);
    return lockAll(connection, sorted);
  }

  private static Set<BusinessKey> lockAll(Connection connection, Array sorted) throws SQLException {
    Set<BusinessKey> reversed = new HashSet<>();
    try (PreparedStatement statement =
        connection.prepareStatement(
            """
            select business_key, reversed from intent
             where business_key = any (?)
             order by business_key
               for update
            """)) {
      statement.setArray(1, sorted);
      try (ResultSet row = statement.executeQuery()) {
        while (row.next()) {
          if (row.getBoolean(2)) {
            reversed.add(new BusinessKey(row.getString(1)));
          }
        }
      }
    }
    return reversed;
  }

  private static void execute(Connection connection, Array keys, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, keys);
      statement.execute();
    }
  }
}
