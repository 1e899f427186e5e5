package dev.meridian.consumer.payment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Gives payments other ids, in the caller's transaction: a region that forgot a payment made it
 * again under a new id, and its home has booked it under the old one. Stateless, thread-safe;
 * blocks on the database only.
 */
public final class PaymentNames {
  private static final List<String> STATEMENTS =
      List.of(
          """
          update payment set id = renamed.new_id
            from unnest(?, ?) as renamed (old_id, new_id)
           where payment.id = renamed.old_id
          """,
          """
          update payment_history set payment_id = renamed.new_id
            from unnest(?, ?) as renamed (old_id, new_id)
           where payment_history.payment_id = renamed.old_id
          """,
          """
          update payment set duplicate_of = renamed.new_id
            from unnest(?, ?) as renamed (old_id, new_id)
           where payment.duplicate_of = renamed.old_id
          """);

  /** Renames payments with their histories; duplicates of them follow. */
  public void rename(Connection connection, Map<String, String> newIds) throws SQLException {
    if (newIds.isEmpty()) {
      return;
    }
    for (String sql : STATEMENTS) {
      try (PreparedStatement update = connection.prepareStatement(sql)) {
        update.setArray(1, connection.createArrayOf("text", newIds.keySet().toArray()));
        update.setArray(2, connection.createArrayOf("text", newIds.values().toArray()));
        update.executeUpdate();
      }
    }
  }
}
