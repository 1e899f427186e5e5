package dev.meridian.ledger.account;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The table {@code account_change}, numbered per account under the account's lock. */
final class AccountChangeRows {

  void insert(
      Connection connection,
      AccountStates.Request request,
      AccountState from,
      @Nullable String entryId,
      Instant at)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            """
            insert into account_change
                   (account_id, number, from_state, to_state, asked_by, reason, entry_id, at)
            select ?, coalesce(max(number), 0) + 1, ?, ?, ?, ?, ?, ?
              from account_change
             where account_id = ?
            """)) {
      insert.setString(1, request.accountId());
      insert.setString(2, from.name());
      insert.setString(3, request.change().to().name());
      insert.setString(4, request.askedBy());
      insert.setString(5, request.reason());
      insert.setString(6, entryId);
      insert.setObject(7, at.atOffset(ZoneOffset.UTC));
      insert.setString(8, request.accountId());
      insert.executeUpdate();
    }
  }
}
