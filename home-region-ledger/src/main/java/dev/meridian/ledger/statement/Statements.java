package dev.meridian.ledger.statement;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads an account's postings by their numbers, in the caller's transaction.
 *
 * <p>A number is drawn under the account's lock, which is held until the commit, so postings become
 * visible in the order of their numbers and without a gap: whoever goes on after the last number
 * seen skips nothing and meets nothing twice, whatever is booked meanwhile.
 *
 * <p>As of a time t means: with all postings whose {@code booked_at} is not after t. It never falls
 * along the numbers, so that is a prefix of them, found by halving. A transaction that was writing
 * at t may still commit a posting from before it; no transaction lives longer than {@code
 * transaction_timeout} (20 s), so an answer for a t that is longer ago is final.
 *
 * <p>Thread-safe; blocks on the database only.
 */
public final class Statements {
  /** Most lines of one page. */
  public static final int LINES_AT_MOST = 500;

  private final String home;

  /**
   * @param home this region's code: other homes' accounts are not read
   */
  public Statements(String home) {
    this.home = home;
  }

  /** The balance as of a time; empty if this home has no such account. */
  public Optional<BalanceAt> balanceAt(Connection connection, String accountId, Instant at)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            """
            with recursive
            account_read as (select id, currency, version from account where id = ? and home = ?),
            halving (low, high) as (
              select 0::bigint, version from account_read
               union all
              select case when posting.booked_at <= ? then middle else low end,
                     case when posting.booked_at <= ? then high else middle - 1 end
                from halving
               cross join lateral (select (low + high + 1) / 2 as middle) as halved
                join posting on posting.account_id = ? and posting.number = middle
               where low < high
            )
            select account_read.currency, coalesce(posting.balance_after_minor, 0), halving.low
              from account_read
              join halving on low = high
              left join posting on posting.account_id = account_read.id and posting.number = low
            """)) {
      OffsetDateTime time = at.atOffset(ZoneOffset.UTC);
      select.setString(1, accountId);
      select.setString(2, home);
      select.setObject(3, time);
      select.setObject(4, time);
      select.setString(5, accountId);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(
                new BalanceAt(accountId, row.getString(1), row.getLong(2), row.getLong(3), at))
            : Optional.empty();
      }
    }
  }

  /**
   * A page of a statement; empty if this home has no such account.
   *
   * @param after the last number seen; 0 for the first page
   * @param atMost lines, 1 to {@link #LINES_AT_MOST}
   */
  public Optional<Statement> statement(
      Connection connection, String accountId, Statement.Period period, long after, int atMost)
      throws SQLException {
    Optional<BalanceAt> opening = balanceAt(connection, accountId, period.from());
    Optional<BalanceAt> closing = balanceAt(connection, accountId, period.to());
    if (opening.isEmpty() || closing.isEmpty()) {
      return Optional.empty();
    }
    long first = Math.max(after, opening.get().number());
    long last = closing.get().number();
    List<PostingLine> lines = lines(connection, accountId, first, last, atMost);
    Long next = next(lines, last);
    return Optional.of(new Statement(opening.get(), closing.get(), lines, next));
  }

  private static @Nullable Long next(List<PostingLine> lines, long last) {
    if (lines.isEmpty()) {
      return null;
    }
    long seen = lines.get(lines.size() - 1).number();
    return seen < last ? seen : null;
  }

  /**
   * An account's postings in the order of their numbers; empty if this home has no such account.
   *
   * @param after the last number seen; 0 to begin with the first
   * @param atMost lines, 1 to {@link #LINES_AT_MOST}
   */
  public Optional<List<PostingLine>> postings(
      Connection connection, String accountId, long after, int atMost) throws SQLException {
    return balanceAt(connection, accountId, Instant.EPOCH).isEmpty()
        ? Optional.empty()
        : Optional.of(lines(connection, accountId, after, Long.MAX_VALUE, atMost));
  }

  private static List<PostingLine> lines(
      Connection connection, String accountId, long after, long last, int atMost)
      throws SQLException {
    if (atMost < 1 || atMost > LINES_AT_MOST) {
      throw new IllegalArgumentException("a page has 1 to " + LINES_AT_MOST + " lines");
    }
    try (PreparedStatement select =
        connection.prepareStatement(
            PostingRows.SELECT
                + """
                   where posting.account_id = ? and posting.number > ? and posting.number <= ?
                   order by posting.number
                   limit ?
                  """)) {
      select.setString(1, accountId);
      select.setLong(2, after);
      select.setLong(3, last);
      select.setInt(4, atMost);
      return PostingRows.read(select);
    }
  }
}
