package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What entries put into suspense, and the table {@code suspense_release}. */
final class SuspenseRows {
  private static final String HELD =
      """
      select entry.id, posting.account_id, posting.amount_minor, posting.currency,
             entry.payment_id, entry.cause, entry.at
        from account
        join posting on posting.account_id = account.id and posting.amount_minor > 0
        join entry on entry.id = posting.entry_id
       where account.kind = 'SUSPENSE' and account.home = ?
      """;

  record Release(String entryId, String accountId) {}

  /** Whether released or not. */
  Optional<HeldMoney> find(Connection connection, String home, String entryId) throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(HELD + " and entry.id = ?")) {
      select.setString(1, home);
      select.setString(2, entryId);
      return held(select).stream().findFirst();
    }
  }

  /** What is not released yet, oldest first. */
  List<HeldMoney> unreleased(Connection connection, String home, int atMost) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            HELD
                + """
                   and not exists (select from suspense_release where held_entry_id = entry.id)
                 order by entry.at, entry.id
                 limit ?
                """)) {
      select.setString(1, home);
      select.setInt(2, atMost);
      return held(select);
    }
  }

  Optional<Release> release(Connection connection, String heldEntryId) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select release_entry_id, account_id from suspense_release where held_entry_id = ?")) {
      select.setString(1, heldEntryId);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(new Release(row.getString(1), row.getString(2)))
            : Optional.empty();
      }
    }
  }

  void insert(Connection connection, SuspenseRelease.Request request, JournalEntry release)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into suspense_release
                   (held_entry_id, release_entry_id, account_id, asked_by, reason, at)
            values (?, ?, ?, ?, ?, ?)
            """)) {
      insert.setString(1, request.heldEntryId());
      insert.setString(2, release.id());
      insert.setString(3, request.accountId());
      insert.setString(4, request.askedBy());
      insert.setString(5, request.reason());
      insert.setObject(6, release.at().atOffset(ZoneOffset.UTC));
      insert.executeUpdate();
    }
  }

  private static List<HeldMoney> held(PreparedStatement select) throws SQLException {
    List<HeldMoney> held = new ArrayList<>();
    try (ResultSet row = select.executeQuery()) {
      while (row.next()) {
        held.add(
            new HeldMoney(
                row.getString(1),
                row.getString(2),
                new Money(row.getLong(3), row.getString(4)),
                row.getString(5),
                row.getString(6),
                row.getObject(7, OffsetDateTime.class).toInstant()));
      }
    }
    return held;
  }
}
