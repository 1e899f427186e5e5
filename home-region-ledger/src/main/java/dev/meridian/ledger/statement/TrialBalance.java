package dev.meridian.ledger.statement;

import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The trial balance: per currency and kind of account, what the balances above and below zero come
 * to. In a home whose books are right, a currency's rows sum to zero. Sums may leave 64 bits.
 * Thread-safe; blocks on the database, for as long as it takes to read all accounts once.
 */
public final class TrialBalance {

  /**
   * One currency and kind of account.
   *
   * @param accounts how many there are
   * @param creditMinor the sum of the balances above zero
   * @param debitMinor the sum of the balances below zero, without its sign
   */
  public record Line(
      String currency, String kind, long accounts, BigInteger creditMinor, BigInteger debitMinor) {}

  /** All of them in one statement, so of one moment. */
  public List<Line> read(Connection connection) throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                """
                select currency, kind, count(*),
                       coalesce(sum(balance_minor) filter (where balance_minor > 0), 0),
                       coalesce(-sum(balance_minor) filter (where balance_minor < 0), 0)
                  from account
                 group by currency, kind
                 order by currency, kind
                """);
        ResultSet row = select.executeQuery()) {
      List<Line> lines = new ArrayList<>();
      while (row.next()) {
        lines.add(
            new Line(
                row.getString(1),
                row.getString(2),
                row.getLong(3),
                row.getBigDecimal(4).toBigIntegerExact(),
                row.getBigDecimal(5).toBigIntegerExact()));
      }
      return lines;
    }
  }
}
