package dev.meridian.ledger.booking;

import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables {@code payment_leg} and {@code leg_outcome}, for whole batches. */
final class LegRows {

  List<PaymentLeg> readPaymentLegs(Connection connection, Collection<String> legIds)
      throws SQLException {
    List<PaymentLeg> legs = new ArrayList<>();
    if (legIds.isEmpty()) {
      return legs;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select payment_id, leg_id, counter_home, state, amount_minor, currency,
                   business_key, request_key, answer_message_id, created_at, settled_at
              from payment_leg
             where leg_id = any (?)
            """)) {
      select.setArray(1, connection.createArrayOf("text", legIds.toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          legs.add(paymentLeg(row));
        }
      }
    }
    return legs;
  }

  List<LegOutcome> readOutcomes(Connection connection, Collection<String> legIds)
      throws SQLException {
    List<LegOutcome> outcomes = new ArrayList<>();
    if (legIds.isEmpty()) {
      return outcomes;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select leg_id, payment_id, purpose, fingerprint, fingerprint_version, status, reason, entry_id,
                   account_id, counter_home, amount_minor, currency, message_id, answer_id, origin_region, at
              from leg_outcome
             where leg_id = any (?)
            """)) {
      select.setArray(1, connection.createArrayOf("text", legIds.toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          outcomes.add(outcome(row));
        }
      }
    }
    return outcomes;
  }

  void insert(Connection connection, List<PaymentLeg> legs) throws SQLException {
    if (legs.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into payment_leg
                   (kind, payment_id, leg_id, counter_home, state, amount_minor, currency,
                    business_key, request_key, answer_message_id, created_at, settled_at)
            select ?, * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, Kind.PAYMENT_REQUESTED.typeName());
      Columns.from(2, insert, legs)
          .text(PaymentLeg::paymentId)
          .text(PaymentLeg::legId)
          .text(PaymentLeg::counterHome)
          .text(leg -> leg.state().name())
          .int8(leg -> leg.amount().minor())
          .text(leg -> leg.amount().currency())
          .text(leg -> leg.outcome().businessKey().text())
          .text(leg -> leg.outcome().requestKey())
          .text(PaymentLeg::answerMessageId)
          .timestamptz(PaymentLeg::createdAt)
          .timestamptz(PaymentLeg::settledAt);
      insert.executeUpdate();
    }
  }

  /** A leg is answered once: the state that it had is part of the condition. */
  void update(Connection connection, List<PaymentLeg> answered) throws SQLException {
    if (answered.isEmpty()) {
      return;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update payment_leg
               set state = answered.state, answer_message_id = answered.message_id, settled_at = answered.at
              from unnest(?, ?, ?, ?) as answered (leg_id, state, message_id, at)
             where payment_leg.leg_id = answered.leg_id and payment_leg.state = 'DEBITED'
            """)) {
      Columns.of(update, answered)
          .text(PaymentLeg::legId)
          .text(leg -> leg.state().name())
          .text(PaymentLeg::answerMessageId)
          .timestamptz(PaymentLeg::settledAt);
      int updated = update.executeUpdate();
      if (updated != answered.size()) {
        throw new IllegalStateException(
            "%d of %d open legs changed".formatted(updated, answered.size()));
      }
    }
  }

  void insertOutcomes(Connection connection, List<LegOutcome> outcomes) throws SQLException {
    if (outcomes.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into leg_outcome
                   (leg_id, payment_id, purpose, fingerprint, fingerprint_version, status, reason, entry_id,
                    account_id, counter_home, amount_minor, currency, message_id, answer_id, origin_region, at)
            select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      bind(Columns.of(insert, outcomes));
      insert.executeUpdate();
    }
  }

  private static void bind(Columns<LegOutcome> columns) throws SQLException {
    columns
        .text(outcome -> outcome.leg().legId())
        .text(outcome -> outcome.leg().paymentId())
        .text(outcome -> outcome.leg().purpose().name())
        .bytea(outcome -> outcome.fingerprint().bytes())
        .int2(outcome -> outcome.fingerprint().version())
        .text(outcome -> outcome.status().name())
        .text(LegOutcome::reason)
        .text(LegOutcome::entryId)
        .text(outcome -> outcome.leg().account())
        .text(outcome -> outcome.leg().payerHome())
        .int8(outcome -> outcome.leg().amount().minor())
        .text(outcome -> outcome.leg().amount().currency())
        .text(LegOutcome::messageId)
        .text(LegOutcome::answerId)
        .text(LegOutcome::originRegion)
        .timestamptz(LegOutcome::at);
  }

  private static PaymentLeg paymentLeg(ResultSet row) throws SQLException {
    return new PaymentLeg(
        row.getString("payment_id"),
        row.getString("leg_id"),
        row.getString("counter_home"),
        PaymentLeg.State.valueOf(row.getString("state")),
        new Money(row.getLong("amount_minor"), row.getString("currency")),
        new PayOutcome.Key(
            new BusinessKey(row.getString("business_key")), row.getString("request_key")),
        row.getString("answer_message_id"),
        OutcomeRows.instant(row, "created_at"),
        instantOrNull(row, "settled_at"));
  }

  private static LegOutcome outcome(ResultSet row) throws SQLException {
    return new LegOutcome(
        new LegTerms(
            row.getString("leg_id"),
            row.getString("payment_id"),
            LegTerms.Purpose.valueOf(row.getString("purpose")),
            row.getString("account_id"),
            row.getString("counter_home"),
            new Money(row.getLong("amount_minor"), row.getString("currency"))),
        Fingerprint.ofBytes(row.getShort("fingerprint_version"), row.getBytes("fingerprint")),
        LegOutcome.Status.valueOf(row.getString("status")),
        row.getString("reason"),
        row.getString("entry_id"),
        row.getString("message_id"),
        row.getString("answer_id"),
        row.getString("origin_region"),
        OutcomeRows.instant(row, "at"));
  }

  private static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }
}
