package dev.meridian.consumer.payment;

import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of payments and of the intents they are tries at, a batch at a time, in the caller's
 * transaction (READ COMMITTED). Stateless and thread-safe; each method is one or two statements and
 * blocks on the database only.
 */
public final class Payments {
  private static final String COLUMNS =
      """
      id, business_key, request_key, tenant, client_reference, payer, payee, amount_minor, currency,
      fingerprint, fingerprint_version, state, reason, duplicate_of, winner_state, version,
      result_version, result_message_id, origin_region, home_region, message_id, occurred_at
      """;

  private static final String BY_INTENT =
      "select "
          + COLUMNS
          + ", refunded_minor from payment where business_key = any (?) order by id";

  private static final String BY_ID =
      "select " + COLUMNS + ", refunded_minor from payment where id = any (?) order by id";

  /**
   * Locks the intents until the transaction ends, making those that aren't there yet; in the order
   * of the keys, so that two batches can't wait for each other. What is read afterwards, by a new
   * statement, is what every earlier holder has committed.
   */
  public void lockIntents(Connection connection, Collection<BusinessKey> keys) throws SQLException {
    if (keys.isEmpty()) {
      return;
    }
    Object[] texts = keys.stream().map(BusinessKey::text).distinct().sorted().toArray();
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into intent (business_key)
            select key from unnest(?) as key order by key collate "C"
            on conflict do nothing
            """)) {
      insert.setArray(1, connection.createArrayOf("text", texts));
      insert.executeUpdate();
    }
    try (PreparedStatement lock =
        connection.prepareStatement(
            "select from intent where business_key = any (?) order by business_key for update")) {
      lock.setArray(1, connection.createArrayOf("text", texts));
      lock.execute();
    }
  }

  /** All tries at these intents, in the order of their ids. */
  public List<Payment> ofIntents(Connection connection, Collection<BusinessKey> keys)
      throws SQLException {
    return read(connection, BY_INTENT, keys.stream().map(BusinessKey::text).toList());
  }

  /** Those of these payments that this region knows. */
  public List<Payment> ofIds(Connection connection, Collection<String> ids) throws SQLException {
    return read(connection, BY_ID, ids);
  }

  /** Inserts new payments. */
  public void insert(Connection connection, List<Payment> payments) throws SQLException {
    if (payments.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into payment ("
                + COLUMNS
                + ") select "
                + COLUMNS.replace("occurred_at", "occurred_at::timestamptz")
                + " from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) as new ("
                + COLUMNS
                + ")")) {
      new RowArrays<>(connection, insert, payments)
          .text(Payment::id)
          .text(p -> p.businessKey().text())
          .text(Payment::requestKey)
          .text(p -> p.intent().tenant())
          .text(p -> p.intent().clientReference())
          .text(p -> p.intent().payer())
          .text(p -> p.intent().payee())
          .int8(p -> p.intent().amountMinor())
          .text(p -> p.intent().currency())
          .bytes(p -> p.fingerprint().bytes())
          .int2(p -> p.fingerprint().version())
          .text(p -> p.state().name())
          .text(p -> p.standing().reason())
          .text(p -> p.standing().duplicateOf())
          .text(p -> name(p.standing().winnerState()))
          .int4(Payment::version)
          .int8(Payment::resultVersion)
          .text(Payment::resultMessageId)
          .text(Payment::originRegion)
          .text(Payment::homeRegion)
          .text(Payment::messageId)
          .text(p -> p.occurredAt().toString());
      insert.executeUpdate();
    }
  }

  /**
   * A compare-and-set per payment: it moves only if it still stands where the decision saw it.
   *
   * @return the ids of those that moved; one that is missing is a decision to take anew, never a
   *     success
   */
  public Set<String> move(Connection connection, List<Move> moves) throws SQLException {
    if (moves.isEmpty()) {
      return Set.of();
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update payment
               set state = move.state, reason = move.reason, duplicate_of = move.duplicate_of,
                   winner_state = move.winner_state, version = move.version,
                   result_version = move.result_version, result_message_id = move.result_message_id,
                   refunded_minor = move.refunded_minor, updated_at = now()
              from unnest(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                   as move (id, from_state, from_version, state, reason, duplicate_of, winner_state,
                            version, result_version, result_message_id, refunded_minor)
             where payment.id = move.id
               and payment.state = move.from_state
               and payment.version = move.from_version
            returning payment.id
            """)) {
      new RowArrays<>(connection, update, moves)
          .text(m -> m.from().id())
          .text(m -> m.from().state().name())
          .int4(m -> m.from().version())
          .text(m -> m.to().state().name())
          .text(m -> m.to().standing().reason())
          .text(m -> m.to().standing().duplicateOf())
          .text(m -> name(m.to().standing().winnerState()))
          .int4(m -> m.to().version())
          .int8(m -> m.to().resultVersion())
          .text(m -> m.to().resultMessageId())
          .int8(m -> m.to().refundedMinor());
      return ids(update);
    }
  }

  private static List<Payment> read(Connection connection, String sql, Collection<String> keys)
      throws SQLException {
    if (keys.isEmpty()) {
      return List.of();
    }
    try (PreparedStatement select = connection.prepareStatement(sql)) {
      select.setArray(1, connection.createArrayOf("text", keys.stream().distinct().toArray()));
      List<Payment> payments = new ArrayList<>();
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          payments.add(payment(row));
        }
      }
      return payments;
    }
  }

  private static Payment payment(ResultSet row) throws SQLException {
    return new Payment(
        row.getString("id"),
        new BusinessKey(row.getString("business_key")),
        row.getString("request_key"),
        intent(row),
        Fingerprint.ofBytes(row.getShort("fingerprint_version"), row.getBytes("fingerprint")),
        standing(row),
        row.getInt("version"),
        row.getLong("result_version"),
        row.getString("result_message_id"),
        row.getString("origin_region"),
        row.getString("home_region"),
        row.getString("message_id"),
        row.getObject("occurred_at", OffsetDateTime.class).toInstant(),
        row.getLong("refunded_minor"));
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

  private static Standing standing(ResultSet row) throws SQLException {
    String winnerState = row.getString("winner_state");
    return new Standing(
        PaymentState.valueOf(row.getString("state")),
        row.getString("reason"),
        row.getString("duplicate_of"),
        winnerState == null ? null : WinnerState.valueOf(winnerState));
  }

  private static Set<String> ids(PreparedStatement update) throws SQLException {
    Set<String> ids = new HashSet<>();
    try (ResultSet row = update.executeQuery()) {
      while (row.next()) {
        ids.add(row.getString(1));
      }
    }
    return ids;
  }

  private static @Nullable String name(@Nullable WinnerState state) {
    return state == null ? null : state.name();
  }
}
