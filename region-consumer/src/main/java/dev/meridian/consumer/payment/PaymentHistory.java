package dev.meridian.consumer.payment;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes moves down, in the transaction that makes them. Stateless, thread-safe, one statement. */
public final class PaymentHistory {

  /**
   * Appends the rows; a payment's version can't be written twice.
   *
   * @param at when, for people; order is by version
   */
  public void append(Connection connection, List<HistoryRow> rows, Instant at) throws SQLException {
    if (rows.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into payment_history
                   (payment_id, version, from_state, to_state, cause, reason, message_id, at)
            select payment_id, version, from_state, to_state, cause, reason, message_id, at::timestamptz
              from unnest(?, ?, ?, ?, ?, ?, ?, ?)
                   as new (payment_id, version, from_state, to_state, cause, reason, message_id, at)
            """)) {
      new RowArrays<>(connection, insert, rows)
          .text(r -> r.payment().id())
          .int4(r -> r.payment().version())
          .text(r -> name(r.from()))
          .text(r -> r.payment().state().name())
          .text(r -> r.cause().text())
          .text(r -> r.payment().standing().reason())
          .text(HistoryRow::messageId)
          .text(r -> at.toString());
      insert.executeUpdate();
    }
  }

  private static @Nullable String name(@Nullable PaymentState state) {
    return state == null ? null : state.name();
  }
}
