package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Account;
import dev.meridian.ledger.account.Accounts;
import dev.meridian.ledger.account.Balances;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.Journal;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Opens and funds many accounts of one home in one transaction. */
final class Funding {
  private Funding() {}

  static int open(TestHome home, List<Story.Opening> openings) throws SQLException {
    return home.unitOfWork()
        .inTransaction(
            connection -> {
              insert(connection, home, openings);
              return fund(connection, home, openings);
            });
  }

  private static void insert(Connection connection, TestHome home, List<Story.Opening> openings)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into account (id, currency, home, kind)
            select id, currency, ?, 'CUSTOMER' from unnest(?, ?) as opened (id, currency)
            """)) {
      insert.setString(1, home.home().code());
      Columns.from(2, insert, openings).text(Story.Opening::id).text(Story.Opening::currency);
      insert.executeUpdate();
    }
  }

  private static int fund(Connection connection, TestHome home, List<Story.Opening> openings)
      throws SQLException {
    Accounts accounts = new Accounts(home.home().code());
    List<SystemAccount> external =
        openings.stream().map(each -> SystemAccount.external(each.currency())).distinct().toList();
    accounts.createMissing(connection, external);
    List<String> ids = new ArrayList<>();
    external.forEach(account -> ids.add(account.id()));
    openings.forEach(each -> ids.add(each.id()));
    Map<String, Account> locked = new HashMap<>(accounts.lock(connection, ids));
    Balances balances = new Balances(locked);
    List<JournalEntry> entries = new ArrayList<>();
    for (Story.Opening each : openings) {
      if (each.balanceMinor() > 0) {
        List<Posting> postings = postings(each);
        if (balances.allow(postings)) { // a second story at the edge of one currency stays poor
          JournalEntry entry = entry(home, each, postings);
          balances.apply(entry);
          entries.add(entry);
        }
      }
    }
    new Journal().append(connection, entries);
    accounts.add(connection, balances.changes());
    return entries.size();
  }

  private static List<Posting> postings(Story.Opening opening) {
    return JournalEntry.transfer(
        SystemAccount.external(opening.currency()).id(),
        opening.id(),
        new Money(opening.balanceMinor(), opening.currency()));
  }

  private static JournalEntry entry(TestHome home, Story.Opening opening, List<Posting> postings) {
    return new JournalEntry(
        home.ids().entry(),
        EntryKind.FUND,
        BusinessKey.of("ledger", opening.id(), "first", "first"),
        null,
        null,
        "first",
        Commands.OCCURRED,
        postings);
  }
}
