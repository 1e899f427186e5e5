package dev.meridian.ledger.booking;

import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The table {@code capture}, for whole batches: the guard of refunds and cancels. */
final class CaptureRows {

  /** The captures of these intents' booked outcomes; one without a reversal has none. */
  List<Capture> read(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    List<Capture> captures = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select capture.business_key, capture.request_key, captured_minor, refunded_minor, state, version, currency
              from capture
              join booking_outcome on booking_outcome.kind = 'PaymentRequested'
                                  and booking_outcome.business_key = capture.business_key
                                  and booking_outcome.request_key = capture.request_key
             where capture.business_key = any (?)
            """)) {
      select.setArray(
          1, connection.createArrayOf("text", keys.stream().map(BusinessKey::text).toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          captures.add(
              new Capture(
                  new PayOutcome.Key(new BusinessKey(row.getString(1)), row.getString(2)),
                  new Money(row.getLong(3), row.getString(7)),
                  row.getLong(4),
                  Capture.State.valueOf(row.getString(5)),
                  row.getLong(6)));
        }
      }
    }
    return captures;
  }

  /**
   * Moves the captures on, making those that don't exist. Whatever was decided in memory, the
   * statement itself refuses to move one that isn't SETTLED, that somebody else has moved, or that
   * would give back more than was captured.
   */
  void move(Connection connection, List<ReversalBook.CaptureMove> moves) throws SQLException {
    if (moves.isEmpty()) {
      return;
    }
    create(connection, moves);
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update capture
               set refunded_minor = capture.refunded_minor + move.more, state = move.state, version = move.version
              from unnest(?, ?, ?, ?, ?, ?, ?)
                   as move (business_key, request_key, more, state, version, was_refunded, was_version)
             where capture.business_key = move.business_key
               and capture.request_key = move.request_key
               and capture.state = 'SETTLED'
               and capture.version = move.was_version
               and capture.refunded_minor = move.was_refunded
               and move.more <= capture.captured_minor - capture.refunded_minor
            """)) {
      Columns.of(update, moves)
          .text(move -> move.after().payment().businessKey().text())
          .text(move -> move.after().payment().requestKey())
          .int8(move -> move.after().refundedMinor() - move.before().refundedMinor())
          .text(move -> move.after().state().name())
          .int8(move -> move.after().version())
          .int8(move -> move.before().refundedMinor())
          .int8(move -> move.before().version());
      int updated = update.executeUpdate();
      if (updated != moves.size()) {
        throw new IllegalStateException("%d of %d captures moved".formatted(updated, moves.size()));
      }
    }
  }

  private static void create(Connection connection, List<ReversalBook.CaptureMove> moves)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into capture (business_key, request_key, captured_minor)
            select * from unnest(?, ?, ?)
            on conflict (business_key, request_key) do nothing
            """)) {
      Columns.of(insert, moves)
          .text(move -> move.after().payment().businessKey().text())
          .text(move -> move.after().payment().requestKey())
          .int8(move -> move.after().captured().minor());
      insert.executeUpdate();
    }
  }
}
