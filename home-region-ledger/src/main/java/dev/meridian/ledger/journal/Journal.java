package dev.meridian.ledger.journal;

import dev.meridian.ledger.jdbc.Columns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Appends entries in the caller's transaction: two statements for any number of them. Each posting
 * gets the next number of its account, and the balance that it leaves. Balances are the caller's to
 * change, afterwards. Thread-safe; blocks on the database only.
 */
public final class Journal {

  /**
   * Appends all of them, in their order.
   *
   * @param entries their accounts are locked by this transaction, and their balances not yet
   *     changed
   * @throws IllegalStateException if an account doesn't exist
   * @throws SQLException as the database says: {@code entry_leg_once} if a leg was booked already
   */
  public void append(Connection connection, List<JournalEntry> entries) throws SQLException {
    if (entries.isEmpty()) {
      return;
    }
    insertEntries(connection, entries);
    insertPostings(connection, lines(entries));
  }

  private static void insertEntries(Connection connection, List<JournalEntry> entries)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
            select * from unnest(?, ?, ?, ?, ?, ?, ?)
            """)) {
      Columns.of(insert, entries)
          .text(JournalEntry::id)
          .text(entry -> entry.kind().name())
          .text(entry -> entry.businessKey().text())
          .text(JournalEntry::paymentId)
          .text(JournalEntry::legId)
          .text(JournalEntry::cause)
          .timestamptz(JournalEntry::at);
      insert.executeUpdate();
    }
  }

  private static void insertPostings(Connection connection, List<Line> lines) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into posting (entry_id, line, account_id, amount_minor, currency,
                                 number, balance_after_minor, booked_at)
            select line.entry_id, line.number, line.account_id, line.amount_minor, line.currency,
                   account.version + row_number() over of_account,
                   account.balance_minor + (sum(line.amount_minor) over of_account)::bigint,
                   greatest(statement_timestamp(), account.booked_at)
              from unnest(?, ?, ?, ?, ?) with ordinality
                as line (entry_id, number, account_id, amount_minor, currency, place)
              join account on account.id = line.account_id
            window of_account as (partition by line.account_id order by line.place)
            """)) {
      Columns.of(insert, lines)
          .text(Line::entryId)
          .int2(Line::number)
          .text(line -> line.posting().accountId())
          .int8(line -> line.posting().amount().minor())
          .text(line -> line.posting().amount().currency());
      int inserted = insert.executeUpdate();
      if (inserted != lines.size()) {
        throw new IllegalStateException(
            "%d of %d postings have an account".formatted(inserted, lines.size()));
      }
    }
  }

  private static List<Line> lines(List<JournalEntry> entries) {
    List<Line> lines = new ArrayList<>(2 * entries.size());
    for (JournalEntry entry : entries) {
      short number = 1;
      for (Posting posting : entry.postings()) {
        lines.add(new Line(entry.id(), number++, posting));
      }
    }
    return lines;
  }

  private record Line(String entryId, short number, Posting posting) {}
}
