package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** External transfers in the table {@code booking_outcome}, a kind per direction. */
final class TransferRows {

  record Row(String entryId, Money amount) {}

  Optional<Row> find(Connection connection, ExternalTransfers.Request request) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select entry_id, amount_minor, currency
              from booking_outcome
             where kind = ? and business_key = ? and request_key = ?
            """)) {
      select.setString(1, request.direction().outcomeKind());
      select.setString(2, request.businessKey().text());
      select.setString(3, request.reference());
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(new Row(row.getString(1), new Money(row.getLong(2), row.getString(3))))
            : Optional.empty();
      }
    }
  }

  /** The handle, cause and answer of a transfer are its entry and its reference. */
  void insert(
      Connection connection,
      ExternalTransfers.Request request,
      JournalEntry entry,
      String external,
      Money amount,
      String home)
      throws SQLException {
    String kind = request.direction().outcomeKind();
    boolean in = request.direction() == ExternalTransfers.Direction.FUND;
    Intent intent =
        new Intent(
            kind,
            request.reference(),
            in ? external : request.accountId(),
            in ? request.accountId() : external,
            amount.minor(),
            amount.currency());
    Fingerprint fingerprint = Fingerprint.of(Kind.PAYMENT_REQUESTED, request.businessKey(), intent);
    OffsetDateTime at = entry.at().atOffset(ZoneOffset.UTC);
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into booking_outcome
                   (kind, business_key, request_key, fingerprint, fingerprint_version, outcome, settled, entry_id,
                    payment_id, message_id, answer_id, origin_region, occurred_at,
                    tenant, client_reference, payer, payee, amount_minor, currency, at)
            values (?, ?, ?, ?, ?, 'BOOKED', true, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, kind);
      insert.setString(2, request.businessKey().text());
      insert.setString(3, request.reference());
      insert.setBytes(4, fingerprint.bytes());
      insert.setShort(5, fingerprint.version());
      insert.setString(6, entry.id());
      insert.setString(7, entry.id());
      insert.setString(8, request.reference());
      insert.setString(9, entry.id());
      insert.setString(10, home);
      insert.setObject(11, at);
      insert.setString(12, intent.tenant());
      insert.setString(13, intent.clientReference());
      insert.setString(14, intent.payer());
      insert.setString(15, intent.payee());
      insert.setLong(16, amount.minor());
      insert.setString(17, amount.currency());
      insert.setObject(18, at);
      insert.executeUpdate();
    }
  }
}
