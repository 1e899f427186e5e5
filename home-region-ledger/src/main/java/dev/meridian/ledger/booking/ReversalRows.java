package dev.meridian.ledger.booking;

import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Money;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The tables {@code reversal} and {@code reversal_asker}, for whole batches. */
final class ReversalRows {

  /** All that were decided under these keys, or about payments of these keys. */
  List<Reversal> read(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    List<Reversal> reversals = new ArrayList<>();
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select kind, business_key, request_key, fingerprint, fingerprint_version, reversal_id, payment_id,
                   payment_business_key, payment_request_key, state, reason, entry_id, leg_id, counter_home,
                   amount_minor, currency, version, refunded_minor, message_id, answer_id, leg_answer_id,
                   origin_region, occurred_at, at, decided_at
              from reversal
             where business_key = any (?) or payment_business_key = any (?)
             order by at, reversal_id
            """)) {
      Array texts = texts(connection, keys);
      select.setArray(1, texts);
      select.setArray(2, texts);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          reversals.add(reversal(row));
        }
      }
    }
    return reversals;
  }

  List<ReversalAsker> readAskers(Connection connection, Collection<Reversal> of)
      throws SQLException {
    List<ReversalAsker> askers = new ArrayList<>();
    if (of.isEmpty()) {
      return askers;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select kind, business_key, request_key, asker_request_key, reversal_id, payment_id, message_id, answer_id,
                   origin_region, occurred_at, at
              from reversal_asker
             where business_key = any (?)
             order by at, reversal_id
            """)) {
      select.setArray(
          1, texts(connection, of.stream().map(r -> r.request().businessKey()).toList()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          asker(row, of).ifPresent(askers::add);
        }
      }
    }
    return askers;
  }

  void insert(Connection connection, List<Reversal> reversals) throws SQLException {
    if (reversals.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into reversal
                   (kind, business_key, request_key, fingerprint, fingerprint_version, reversal_id, payment_id,
                    payment_business_key, payment_request_key, state, reason, entry_id, leg_id, counter_home,
                    amount_minor, currency, version, refunded_minor, message_id, answer_id, leg_answer_id,
                    origin_region, occurred_at, at, decided_at)
            select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      bind(Columns.of(insert, reversals));
      insert.executeUpdate();
    }
    mark(connection, reversals);
  }

  /** So that whoever locks these intents next knows that there is something to read. */
  private static void mark(Connection connection, List<Reversal> reversals) throws SQLException {
    List<BusinessKey> keys = new ArrayList<>();
    for (Reversal reversal : reversals) {
      keys.add(reversal.request().businessKey());
      keys.add(reversal.request().payment());
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            "update intent set reversed = true where business_key = any (?) and not reversed")) {
      update.setArray(1, texts(connection, keys));
      update.executeUpdate();
    }
  }

  /** Only what is open changes; the state that it had is part of the condition. */
  void update(Connection connection, List<Reversal> changed) throws SQLException {
    if (changed.isEmpty()) {
      return;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update reversal
               set state = changed.state, reason = changed.reason, entry_id = changed.entry_id,
                   leg_id = changed.leg_id, counter_home = changed.counter_home,
                   amount_minor = changed.amount_minor, currency = changed.currency,
                   version = changed.version, refunded_minor = changed.refunded_minor,
                   leg_answer_id = changed.leg_answer_id, decided_at = changed.decided_at
              from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                   as changed (kind, business_key, request_key, state, reason, entry_id, leg_id, counter_home,
                               amount_minor, currency, version, refunded_minor, leg_answer_id, decided_at)
             where reversal.kind = changed.kind
               and reversal.business_key = changed.business_key
               and reversal.request_key = changed.request_key
               and reversal.state in ('WAITING', 'RESERVED')
            """)) {
      Columns.of(update, changed)
          .text(each -> each.request().kind().typeName())
          .text(each -> each.request().businessKey().text())
          .text(each -> each.request().requestKey())
          .text(each -> each.state().name())
          .text(Reversal::reason)
          .text(Reversal::entryId)
          .text(ReversalRows::legId)
          .text(ReversalRows::counterHome)
          .int8(ReversalRows::amountMinor)
          .text(ReversalRows::currency)
          .int8(Reversal::version)
          .int8(Reversal::refundedMinor)
          .text(Reversal::legAnswerId)
          .timestamptz(Reversal::decidedAt);
      int updated = update.executeUpdate();
      if (updated != changed.size()) {
        throw new IllegalStateException(
            "%d of %d open reversals changed".formatted(updated, changed.size()));
      }
    }
  }

  void insertAskers(Connection connection, List<ReversalAsker> askers) throws SQLException {
    if (askers.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into reversal_asker
                   (kind, business_key, request_key, asker_request_key, reversal_id, payment_id, message_id, answer_id,
                    origin_region, occurred_at, at)
            select * from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      Columns.of(insert, askers)
          .text(asker -> asker.request().kind().typeName())
          .text(asker -> asker.request().businessKey().text())
          .text(ReversalAsker::outcomeRequestKey)
          .text(asker -> asker.request().requestKey())
          .text(asker -> asker.request().reversalId())
          .text(asker -> asker.request().paymentId())
          .text(asker -> asker.request().messageId())
          .text(asker -> asker.request().answerId())
          .text(asker -> asker.request().originRegion())
          .timestamptz(asker -> asker.request().occurredAt())
          .timestamptz(ReversalAsker::at);
      insert.executeUpdate();
    }
  }

  private static void bind(Columns<Reversal> columns) throws SQLException {
    columns
        .text(each -> each.request().kind().typeName())
        .text(each -> each.request().businessKey().text())
        .text(each -> each.request().requestKey())
        .bytea(each -> each.request().fingerprint().bytes())
        .int2(each -> each.request().fingerprint().version())
        .text(each -> each.request().reversalId())
        .text(each -> each.request().paymentId())
        .text(each -> each.request().payment().text())
        .text(each -> each.acted() == null ? null : each.acted().requestKey())
        .text(each -> each.state().name())
        .text(Reversal::reason)
        .text(Reversal::entryId)
        .text(ReversalRows::legId)
        .text(ReversalRows::counterHome)
        .int8(ReversalRows::amountMinor)
        .text(ReversalRows::currency)
        .int8(Reversal::version)
        .int8(Reversal::refundedMinor)
        .text(each -> each.request().messageId())
        .text(each -> each.request().answerId())
        .text(Reversal::legAnswerId)
        .text(each -> each.request().originRegion())
        .timestamptz(each -> each.request().occurredAt())
        .timestamptz(Reversal::at)
        .timestamptz(Reversal::decidedAt);
  }

  private static @Nullable String legId(Reversal reversal) {
    return reversal.leg() == null ? null : reversal.leg().id();
  }

  private static @Nullable String counterHome(Reversal reversal) {
    return reversal.leg() == null ? null : reversal.leg().home();
  }

  private static @Nullable Long amountMinor(Reversal reversal) {
    return reversal.amount() == null ? null : reversal.amount().minor();
  }

  private static @Nullable String currency(Reversal reversal) {
    return reversal.amount() == null ? null : reversal.amount().currency();
  }

  private static Reversal reversal(ResultSet row) throws SQLException {
    ReversalRequest request = request(row);
    String paymentRequestKey = row.getString("payment_request_key");
    String legId = row.getString("leg_id");
    String currency = row.getString("currency");
    return new Reversal(
        request,
        Reversal.State.valueOf(row.getString("state")),
        row.getString("reason"),
        paymentRequestKey == null ? null : new PayOutcome.Key(request.payment(), paymentRequestKey),
        row.getString("entry_id"),
        legId == null ? null : new Reversal.Leg(legId, row.getString("counter_home")),
        currency == null ? null : new Money(row.getLong("amount_minor"), currency),
        row.getLong("version"),
        row.getLong("refunded_minor"),
        row.getString("leg_answer_id"),
        OutcomeRows.instant(row, "at"),
        instantOrNull(row, "decided_at"));
  }

  private static ReversalRequest request(ResultSet row) throws SQLException {
    return new ReversalRequest(
        kind(row),
        new BusinessKey(row.getString("business_key")),
        row.getString("request_key"),
        Fingerprint.ofBytes(row.getShort("fingerprint_version"), row.getBytes("fingerprint")),
        row.getString("reversal_id"),
        row.getString("payment_id"),
        new BusinessKey(row.getString("payment_business_key")),
        row.getString("message_id"),
        row.getString("answer_id"),
        row.getString("origin_region"),
        OutcomeRows.instant(row, "occurred_at"));
  }

  /** Who asked for the same asked for the same content: the outcome's. */
  private static Optional<ReversalAsker> asker(ResultSet row, Collection<Reversal> of)
      throws SQLException {
    BusinessKey businessKey = new BusinessKey(row.getString("business_key"));
    String outcomeKey = row.getString("request_key");
    ReversalRequest.Key told = new ReversalRequest.Key(kind(row), businessKey, outcomeKey);
    String requestKey = row.getString("asker_request_key");
    String reversalId = row.getString("reversal_id");
    String paymentId = row.getString("payment_id");
    String messageId = row.getString("message_id");
    String answerId = row.getString("answer_id");
    String origin = row.getString("origin_region");
    Instant occurredAt = OutcomeRows.instant(row, "occurred_at");
    Instant at = OutcomeRows.instant(row, "at");
    return of.stream()
        .map(Reversal::request)
        .filter(request -> request.key().equals(told))
        .findFirst()
        .map(
            request ->
                new ReversalAsker(
                    new ReversalRequest(
                        request.kind(),
                        businessKey,
                        requestKey,
                        request.fingerprint(),
                        reversalId,
                        paymentId,
                        request.payment(),
                        messageId,
                        answerId,
                        origin,
                        occurredAt),
                    outcomeKey,
                    at));
  }

  private static Kind kind(ResultSet row) throws SQLException {
    return row.getString("kind").equals(Kind.CANCEL_REQUESTED.typeName())
        ? Kind.CANCEL_REQUESTED
        : Kind.REFUND_REQUESTED;
  }

  private static @Nullable Instant instantOrNull(ResultSet row, String column) throws SQLException {
    OffsetDateTime value = row.getObject(column, OffsetDateTime.class);
    return value == null ? null : value.toInstant();
  }

  private static Array texts(Connection connection, Collection<BusinessKey> keys)
      throws SQLException {
    return connection.createArrayOf(
        "text", keys.stream().map(BusinessKey::text).distinct().toArray());
  }
}
