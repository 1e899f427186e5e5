package dev.meridian.ledger.booking;

import dev.meridian.messages.BusinessKey;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/**
 * The rows that all who handle one intent lock first. What was decided about it is read by a later
 * statement: one that both locked and read could miss what was committed while it waited.
 */
final class Intents {

  /** Makes the rows that don't exist, then locks all, both in the order of the keys. */
  void lock(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
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
    execute(
        connection,
        sorted,
        """
        select business_key from intent
         where business_key = any (?)
         order by business_key
           for update
        """);
  }

  private static void execute(Connection connection, Array keys, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setArray(1, keys);
      statement.execute();
    }
  }
}
