package dev.meridian.consumer.payment;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The rows of answered refunds and cancels, a batch at a time, in the caller's transaction.
 * Stateless and thread-safe; blocks on the database only.
 */
public final class Reversals {

  /** Those that were answered under these handles. */
  public List<Reversal> ofIds(Connection connection, Collection<String> ids) throws SQLException {
    List<Reversal> reversals = new ArrayList<>();
    if (ids.isEmpty()) {
      return reversals;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select kind, business_key, request_key, reversal_id, payment_id, state, reason, duplicate_of,
                   refunded_minor, result_version, result_message_id
              from reversal
             where reversal_id = any (?)
            """)) {
      select.setArray(1, connection.createArrayOf("text", ids.stream().distinct().toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          reversals.add(reversal(row));
        }
      }
    }
    return reversals;
  }

  /** Keeps new answers. */
  public void insert(Connection connection, List<Reversal> reversals) throws SQLException {
    if (reversals.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into reversal
                   (kind, business_key, request_key, reversal_id, payment_id, state, reason, duplicate_of,
                    refunded_minor, result_version, result_message_id)
            select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      new RowArrays<>(connection, insert, reversals)
          .text(r -> r.kind().typeName())
          .text(r -> r.businessKey().text())
          .text(Reversal::requestKey)
          .text(Reversal::id)
          .text(Reversal::paymentId)
          .text(r -> r.state().name())
          .text(Reversal::reason)
          .text(Reversal::duplicateOf)
          .int8(Reversal::refundedMinor)
          .int8(Reversal::resultVersion)
          .text(Reversal::resultMessageId);
      insert.executeUpdate();
    }
  }

  private static Reversal reversal(ResultSet row) throws SQLException {
    return new Reversal(
        row.getString("kind").equals(Kind.CANCEL_REQUESTED.typeName())
            ? Kind.CANCEL_REQUESTED
            : Kind.REFUND_REQUESTED,
        new BusinessKey(row.getString("business_key")),
        row.getString("request_key"),
        row.getString("reversal_id"),
        row.getString("payment_id"),
        Reversal.State.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getString("duplicate_of"),
        row.getLong("refunded_minor"),
        row.getLong("result_version"),
        row.getString("result_message_id"));
  }
}
