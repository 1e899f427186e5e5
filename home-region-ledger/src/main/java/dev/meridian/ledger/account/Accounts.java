package dev.meridian.ledger.account;

import dev.meridian.ledger.jdbc.Columns;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * The rows of accounts, for whole batches, in the caller's transaction. Thread-safe; blocks on the
 * database only, and on other batches' locks.
 */
public final class Accounts {
  private final String home;

  /**
   * @param home this region's code: no account of another home is ever read, locked or changed
   */
  public Accounts(String home) {
    this.home = home;
  }

  /** Makes those that don't exist yet. Those that do are neither changed nor locked. */
  public void createMissing(Connection connection, Collection<SystemAccount> needed)
      throws SQLException {
    if (needed.isEmpty()) {
      return;
    }
    List<SystemAccount> accounts = needed.stream().distinct().toList();
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into account (id, kind, currency, home)
            select id, kind, currency, ?
              from unnest(?, ?, ?) as needed (id, kind, currency)
             order by id collate "C"
            on conflict (id) do nothing
            """)) {
      insert.setString(1, home);
      Columns.from(2, insert, accounts)
          .text(SystemAccount::id)
          .text(account -> account.kind().name())
          .text(SystemAccount::currency);
      insert.executeUpdate();
    }
  }

  /**
   * Locks this home's accounts in the order of their ids, and reads them as they are then. NO KEY:
   * a foreign key's check on them needn't wait.
   *
   * @return by id; those that don't exist are absent
   */
  public Map<String, Account> lock(Connection connection, Collection<String> ids)
      throws SQLException {
    Map<String, Account> locked = new HashMap<>();
    if (ids.isEmpty()) {
      return locked;
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select id, kind, currency, state, balance_minor
              from account
             where id = any (?) and home = ?
             order by id
               for no key update
            """)) {
      select.setArray(1, texts(connection, ids));
      select.setString(2, home);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          locked.put(row.getString(1), account(row));
        }
      }
    }
    return locked;
  }

  /**
   * Adds to the balances, one update per account, after the postings were appended, and notes that
   * other regions have to be told.
   *
   * @param changes by account id; all of them are locked by this transaction
   */
  public void add(Connection connection, SortedMap<String, Balances.Change> changes)
      throws SQLException {
    if (changes.isEmpty()) {
      return;
    }
    try (PreparedStatement update =
        connection.prepareStatement(
            """
            update account
               set balance_minor = balance_minor + change.minor,
                   version = version + change.postings,
                   booked_at = greatest(statement_timestamp(), booked_at)
              from unnest(?, ?, ?) as change (id, minor, postings)
             where account.id = change.id
            """)) {
      Columns.of(update, List.copyOf(changes.entrySet()))
          .text(Map.Entry::getKey)
          .int8(change -> change.getValue().minor())
          .int8(change -> change.getValue().postings());
      int updated = update.executeUpdate();
      if (updated != changes.size()) {
        throw new IllegalStateException(
            "%d of %d balances changed".formatted(updated, changes.size()));
      }
    }
    note(connection, changes.keySet());
  }

  /** That the other regions have to be told of clients' accounts, in the order of ids. */
  void note(Connection connection, Collection<String> ids) throws SQLException {
    List<String> told = ids.stream().filter(id -> !SystemAccount.named(id)).toList();
    if (told.isEmpty()) {
      return;
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into balance_due (account_id)
            select * from unnest(?)
                on conflict (account_id) do nothing
            """)) {
      insert.setArray(1, texts(connection, told));
      insert.executeUpdate();
    }
  }

  /** Changes the state of an account that is locked by this transaction. */
  void setState(Connection connection, String id, AccountState state) throws SQLException {
    try (PreparedStatement update =
        connection.prepareStatement("update account set state = ? where id = ?")) {
      update.setString(1, state.name());
      update.setString(2, id);
      if (update.executeUpdate() != 1) {
        throw new IllegalStateException("the state of " + id + " was not changed");
      }
    }
  }

  private static Account account(ResultSet row) throws SQLException {
    return new Account(
        row.getString(1),
        AccountKind.valueOf(row.getString(2)),
        row.getString(3),
        AccountState.valueOf(row.getString(4)),
        row.getLong(5));
  }

  private static Array texts(Connection connection, Collection<String> values) throws SQLException {
    return connection.createArrayOf("text", new TreeSet<>(values).toArray());
  }
}
