package dev.meridian.ledger.booking;

import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The tables {@code booking_outcome} and {@code outcome_asker}, for whole batches. Rows are stored
 * under the kind of the client's request, as region-consumer's are.
 */
final class OutcomeRows {
  private static final String KIND = Kind.PAYMENT_REQUESTED.typeName();

  List<PayOutcome> read(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    List<PayOutcome> outcomes = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select business_key, request_key, fingerprint, fingerprint_version, outcome, settled, reason, entry_id,
                   payment_id, message_id, answer_id, origin_region, occurred_at,
                   tenant, client_reference, payer, payee, amount_minor, currency, at
              from booking_outcome
             where kind = ? and business_key = any (?)
            """)) {
      select.setString(1, KIND);
      select.setArray(2, texts(connection, keys));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          outcomes.add(outcome(row));
        }
      }
    }
    return outcomes;
  }

  List<Asker> readAskers(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    List<Asker> askers = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select business_key, request_key, payment_id, asker_request_key, message_id, answer_id,
                   origin_region, occurred_at, at
              from outcome_asker
             where kind = ? and business_key = any (?)
             order by at, payment_id
            """)) {
      select.setString(1, KIND);
      select.setArray(2, texts(connection, keys));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          askers.add(asker(row));
        }
      }
    }
    return askers;
  }

  /** Settled, returned or taken back: the only changes that an outcome ever sees. */
  void update(Connection connection, List<PayOutcome> changed) throws SQLException {
    if (changed.isEmpty()) {
      return;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update booking_outcome
               set outcome = changed.outcome, settled = true, reason = changed.reason
              from unnest(?, ?, ?, ?) as changed (business_key, request_key, outcome, reason)
             where booking_outcome.kind = ?
               and booking_outcome.business_key = changed.business_key
               and booking_outcome.request_key = changed.request_key
               and booking_outcome.outcome = 'BOOKED'
               and (not booking_outcome.settled or changed.outcome = 'RETURNED')
            """)) {
      Columns.of(update, changed)
          .text(outcome -> outcome.businessKey().text())
          .text(PayOutcome::requestKey)
          .text(outcome -> outcome.status().name())
          .text(PayOutcome::reason);
      update.setString(5, KIND);
      int updated = update.executeUpdate();
      if (updated != changed.size()) {
        throw new IllegalStateException(
            "%d of %d open outcomes changed".formatted(updated, changed.size()));
      }
    }
  }

  void insert(Connection connection, List<PayOutcome> outcomes) throws SQLException {
    if (outcomes.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into booking_outcome
                   (kind, business_key, request_key, fingerprint, fingerprint_version, outcome, settled, reason, entry_id,
                    payment_id, message_id, answer_id, origin_region, occurred_at,
                    tenant, client_reference, payer, payee, amount_minor, currency, at)
            select ?, * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, KIND);
      bind(Columns.from(2, insert, outcomes));
      insert.executeUpdate();
    }
  }

  private static void bind(Columns<PayOutcome> columns) throws SQLException {
    columns
        .text(outcome -> outcome.businessKey().text())
        .text(PayOutcome::requestKey)
        .bytea(outcome -> outcome.fingerprint().bytes())
        .int2(outcome -> outcome.fingerprint().version())
        .text(outcome -> outcome.status().name())
        .bool(PayOutcome::settled)
        .text(PayOutcome::reason)
        .text(PayOutcome::entryId)
        .text(PayOutcome::paymentId)
        .text(PayOutcome::messageId)
        .text(PayOutcome::answerId)
        .text(PayOutcome::originRegion)
        .timestamptz(PayOutcome::occurredAt)
        .text(outcome -> outcome.intent().tenant())
        .text(outcome -> outcome.intent().clientReference())
        .text(outcome -> outcome.intent().payer())
        .text(outcome -> outcome.intent().payee())
        .int8(outcome -> outcome.intent().amountMinor())
        .text(outcome -> outcome.intent().currency())
        .timestamptz(PayOutcome::at);
  }

  void insertAskers(Connection connection, List<Asker> askers) throws SQLException {
    if (askers.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into outcome_asker
                   (kind, business_key, request_key, payment_id, asker_request_key, message_id, answer_id,
                    origin_region, occurred_at, at)
            select ?, * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, KIND);
      Columns.from(2, insert, askers)
          .text(asker -> asker.businessKey().text())
          .text(Asker::outcomeRequestKey)
          .text(Asker::paymentId)
          .text(Asker::requestKey)
          .text(Asker::messageId)
          .text(Asker::answerId)
          .text(Asker::originRegion)
          .timestamptz(Asker::occurredAt)
          .timestamptz(Asker::at);
      insert.executeUpdate();
    }
  }

  private static PayOutcome outcome(ResultSet row) throws SQLException {
    return new PayOutcome(
        new BusinessKey(row.getString("business_key")),
        row.getString("request_key"),
        Fingerprint.ofBytes(row.getShort("fingerprint_version"), row.getBytes("fingerprint")),
        PayOutcome.Status.valueOf(row.getString("outcome")),
        row.getBoolean("settled"),
        row.getString("reason"),
        row.getString("entry_id"),
        row.getString("payment_id"),
        row.getString("message_id"),
        row.getString("answer_id"),
        row.getString("origin_region"),
        instant(row, "occurred_at"),
        intent(row),
        instant(row, "at"));
  }

  private static Intent intent(ResultSet row) throws SQLException {
    return new Intent(
        row.getString("tenant"),
        row.getString("client_reference"),
        row.getString("payer"),
        row.getString("payee"),
        row.getLong("amount_minor"),
        row.getString("currency"));
  }

  private static Asker asker(ResultSet row) throws SQLException {
    return new Asker(
        new BusinessKey(row.getString("business_key")),
        row.getString("request_key"),
        row.getString("payment_id"),
        row.getString("asker_request_key"),
        row.getString("message_id"),
        row.getString("answer_id"),
        row.getString("origin_region"),
        instant(row, "occurred_at"),
        instant(row, "at"));
  }

  static Instant instant(ResultSet row, String column) throws SQLException {
    return row.getObject(column, OffsetDateTime.class).toInstant();
  }

  private static Array texts(Connection connection, Collection<BusinessKey> keys)
      throws SQLException {
    return connection.createArrayOf("text", keys.stream().map(BusinessKey::text).toArray());
  }
}
