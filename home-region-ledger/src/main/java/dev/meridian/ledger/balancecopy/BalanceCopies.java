package dev.meridian.ledger.balancecopy;

import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.jdbc.Columns;
import dev.meridian.messages.Body.AccountBalance;
import dev.meridian.messages.InvalidMessageException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The copies of other homes' balances, in the caller's transaction. Whatever comes how often, in
 * which order: an account's highest version stays, and of one version the latest time. Thread-safe;
 * blocks on the database only.
 */
public final class BalanceCopies {
  private final HomeRegion home;

  public BalanceCopies(HomeRegion home) {
    this.home = home;
  }

  /**
   * What a home told.
   *
   * @param asOf when it read the balance
   */
  public record Told(AccountBalance balance, Instant asOf) {
    private boolean after(Told other) {
      return balance.version() > other.balance.version()
          || (balance.version() == other.balance.version() && asOf.isAfter(other.asOf));
    }
  }

  /** Whether another region owns the account and is the one that tells. */
  public boolean admits(AccountBalance balance) {
    try {
      return !balance.home().equals(home.code())
          && home.knows(balance.home())
          && home.resolver().homeOf(balance.accountId()).equals(balance.home());
    } catch (InvalidMessageException noSuchAccount) {
      return false;
    }
  }

  /**
   * Takes in what is newer than what is kept.
   *
   * @param told each of them admitted
   * @return how many copies changed
   */
  public int keep(Connection connection, Collection<Told> told) throws SQLException {
    Map<String, Told> latest = new TreeMap<>(); // sorted, so that no two batches lock crosswise
    Map<String, Instant> heard = new HashMap<>();
    for (Told each : told) {
      latest.merge(each.balance().accountId(), each, (a, b) -> b.after(a) ? b : a);
      heard.merge(each.balance().home(), each.asOf(), (a, b) -> b.isAfter(a) ? b : a);
    }
    int changed = upsert(connection, List.copyOf(latest.values()));
    hear(connection, List.copyOf(new TreeMap<>(heard).entrySet()));
    return changed;
  }

  private static int upsert(Connection connection, List<Told> latest) throws SQLException {
    if (latest.isEmpty()) {
      return 0;
    }
    try (PreparedStatement upsert =
        connection.prepareStatement(
            """
            insert into balance_copy (account_id, home, currency, balance_minor, version, as_of)
            select * from unnest(?, ?, ?, ?, ?, ?)
                on conflict (account_id) do update
               set home = excluded.home, currency = excluded.currency, balance_minor = excluded.balance_minor,
                   version = excluded.version, as_of = excluded.as_of
             where (excluded.version, excluded.as_of) > (balance_copy.version, balance_copy.as_of)
            """)) {
      Columns.of(upsert, latest)
          .text(told -> told.balance().accountId())
          .text(told -> told.balance().home())
          .text(told -> told.balance().currency())
          .int8(told -> told.balance().balanceMinor())
          .int8(told -> told.balance().version())
          .timestamptz(Told::asOf);
      return upsert.executeUpdate();
    }
  }

  private static void hear(Connection connection, List<Map.Entry<String, Instant>> heard)
      throws SQLException {
    if (heard.isEmpty()) {
      return;
    }
    try (PreparedStatement upsert =
        connection.prepareStatement(
            """
            insert into balance_heard (home, as_of)
            select * from unnest(?, ?)
                on conflict (home) do update set as_of = excluded.as_of
             where excluded.as_of > balance_heard.as_of
            """)) {
      Columns.of(upsert, heard).text(Map.Entry::getKey).timestamptz(Map.Entry::getValue);
      upsert.executeUpdate();
    }
  }

  /** The copy of an account; empty if its home has told nothing of it yet. */
  public Optional<BalanceCopy> find(Connection connection, String accountId) throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            select account_id, home, currency, balance_minor, version, balance_copy.as_of, balance_heard.as_of
              from balance_copy
              join balance_heard using (home)
             where account_id = ?
            """)) {
      select.setString(1, accountId);
      try (ResultSet row = select.executeQuery()) {
        return row.next() ? Optional.of(copy(row)) : Optional.empty();
      }
    }
  }

  /** Until when each other home was followed; homes that told nothing yet are absent. */
  public Map<String, Instant> heard(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement("select home, as_of from balance_heard");
        ResultSet row = select.executeQuery()) {
      Map<String, Instant> heard = new HashMap<>();
      while (row.next()) {
        heard.put(row.getString(1), row.getObject(2, OffsetDateTime.class).toInstant());
      }
      return heard;
    }
  }

  private static BalanceCopy copy(ResultSet row) throws SQLException {
    return new BalanceCopy(
        row.getString(1),
        row.getString(2),
        row.getString(3),
        row.getLong(4),
        row.getLong(5),
        row.getObject(6, OffsetDateTime.class).toInstant(),
        row.getObject(7, OffsetDateTime.class).toInstant());
  }
}
