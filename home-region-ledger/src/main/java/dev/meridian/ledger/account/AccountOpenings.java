package dev.meridian.ledger.account;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens clients' accounts, at most one per Idempotency-Key: a repeat gets the first one, also of
 * two calls at once. Thread-safe; blocks on the database, and on another call under the same key.
 */
public final class AccountOpenings {
  private static final int KEY_AT_MOST = 255;

  private final String home;
  private final Accounts accounts;

  public AccountOpenings(String home) {
    this.home = home;
    this.accounts = new Accounts(home);
  }

  /**
   * A wish to open an account.
   *
   * @param accountId the id of the account, should one be opened
   * @param kind one that clients may open
   * @param currency an ISO 4217 code
   * @param idempotencyKey null if the caller gave none: then each call opens an account
   */
  public record Request(
      String accountId, AccountKind kind, String currency, @Nullable String idempotencyKey) {
    public Request {
      if (!kind.openedByClients()) {
        throw new IllegalArgumentException("accounts of kind " + kind + " are the system's own");
      }
    }
  }

  /** What became of a wish. */
  public sealed interface Opening {
    /**
     * The account is there.
     *
     * @param before whether an earlier call has opened it
     */
    record Opened(String accountId, boolean before) implements Opening {}

    /** The key was used to open an account of another kind or currency. */
    record OtherRequest(String kind, String currency) implements Opening {}
  }

  /** Opens in the caller's transaction, which has to be READ COMMITTED. */
  public Opening open(Connection connection, Request request) throws SQLException {
    String key = request.idempotencyKey();
    if (key != null && !take(connection, key, request)) {
      // a statement of its own, so that it sees what the other call has committed meanwhile
      return first(connection, key, request);
    }
    insert(connection, request);
    accounts.note(connection, List.of(request.accountId()));
    return new Opening.Opened(request.accountId(), false);
  }

  private static boolean take(Connection connection, String key, Request request)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into account_opening (idempotency_key, account_id, kind, currency)
            values (?, ?, ?, ?)
                on conflict (idempotency_key) do nothing
            """)) {
      insert.setString(1, key);
      insert.setString(2, request.accountId());
      insert.setString(3, request.kind().name());
      insert.setString(4, request.currency());
      return insert.executeUpdate() == 1;
    }
  }

  private static Opening first(Connection connection, String key, Request request)
      throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "select account_id, kind, currency from account_opening where idempotency_key = ?")) {
      select.setString(1, key);
      try (ResultSet row = select.executeQuery()) {
        if (!row.next()) {
          throw new IllegalStateException("an Idempotency-Key was there and is gone");
        }
        boolean same =
            row.getString(2).equals(request.kind().name())
                && row.getString(3).equals(request.currency());
        return same
            ? new Opening.Opened(row.getString(1), true)
            : new Opening.OtherRequest(row.getString(2), row.getString(3));
      }
    }
  }

  private void insert(Connection connection, Request request) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "insert into account (id, home, kind, currency) values (?, ?, ?, ?)")) {
      insert.setString(1, request.accountId());
      insert.setString(2, home);
      insert.setString(3, request.kind().name());
      insert.setString(4, request.currency());
      insert.executeUpdate();
    }
  }

  /** What is wrong with a key; empty if it may be used. */
  public static Optional<String> keyProblem(String key) {
    boolean readable =
        !key.isEmpty()
            && key.length() <= KEY_AT_MOST
            && key.chars().allMatch(c -> c > ' ' && c < 0x7f);
    return readable
        ? Optional.empty()
        : Optional.of(
            "Idempotency-Key must have 1 to %d visible ASCII characters.".formatted(KEY_AT_MOST));
  }
}
