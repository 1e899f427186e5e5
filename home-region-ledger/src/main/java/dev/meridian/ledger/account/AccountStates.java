package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Freezes, unfreezes, closes and opens accounts again, under their locks: what was booked before
 * stands, what comes later is decided by the new state. Each change is kept. Thread-safe; blocks on
 * the database and the accounts' locks.
 */
public final class AccountStates {
  private final Accounts accounts;
  private final InstantSource clock;
  private final OneEntry entries;
  private final AccountChangeRows rows = new AccountChangeRows();

  /**
   * @param home this region's code
   * @param entryIds gives an entry its id, once it is certain that there will be one
   */
  public AccountStates(String home, Supplier<String> entryIds, InstantSource clock) {
    this.accounts = new Accounts(home);
    this.clock = clock;
    this.entries = new OneEntry(accounts, entryIds, clock);
  }

  /**
   * A wish to change a state.
   *
   * @param askedBy who wishes it, for the record
   * @param reason why, for the record
   * @param moveTo the account that takes what a closing one has left; null if it has to be empty
   */
  public record Request(
      StateChange change,
      String accountId,
      String askedBy,
      String reason,
      @Nullable String moveTo) {}

  /** Changes in the caller's transaction, which has to be READ COMMITTED. */
  public StateChanged change(Connection connection, Request request) throws SQLException {
    Map<String, Account> locked = accounts.lock(connection, ids(request));
    Account account = locked.get(request.accountId());
    if (account == null || !account.kind().openedByClients()) {
      return new StateChanged.UnknownAccount(request.accountId());
    }
    if (account.state() == request.change().to()) {
      return new StateChanged.Already(account.state());
    }
    if (!request.change().allowedFrom(account.state())) {
      return new StateChanged.NotFrom(account.state());
    }
    if (request.change() != StateChange.CLOSE || account.balanceMinor() == 0) {
      return done(connection, request, account, null);
    }
    Optional<StateChanged> refused = refusal(request, account, locked);
    return refused.isPresent() ? refused.get() : moveAndClose(connection, request, locked);
  }

  private static List<String> ids(Request request) {
    List<String> ids = new ArrayList<>(List.of(request.accountId()));
    if (request.moveTo() != null) {
      ids.add(request.moveTo());
    }
    return ids;
  }

  private static Optional<StateChanged> refusal(
      Request request, Account account, Map<String, Account> locked) {
    String moveTo = request.moveTo();
    if (moveTo == null) {
      return Optional.of(new StateChanged.BalanceLeft(account.balanceMinor()));
    }
    if (account.state() == AccountState.FROZEN) {
      return Optional.of(new StateChanged.FrozenBalance(account.balanceMinor()));
    }
    return Taker.unfit(account, account.balanceMinor(), locked.get(moveTo))
        .map(why -> new StateChanged.CannotTake(moveTo, why));
  }

  private StateChanged moveAndClose(
      Connection connection, Request request, Map<String, Account> locked) throws SQLException {
    Account from = Balances.among(locked, request.accountId());
    Account to = Balances.among(locked, String.valueOf(request.moveTo()));
    JournalEntry entry =
        entries.book(
            connection,
            locked,
            EntryKind.CLOSE,
            entryId -> OneEntry.Cause.entry(from.id(), entryId),
            JournalEntry.transfer(
                from.id(), to.id(), new Money(from.balanceMinor(), from.currency())));
    return done(connection, request, from, entry.id());
  }

  private StateChanged done(
      Connection connection, Request request, Account account, @Nullable String entryId)
      throws SQLException {
    AccountState to = request.change().to();
    rows.insert(connection, request, account.state(), entryId, clock.instant());
    accounts.setState(connection, account.id(), to);
    return new StateChanged.Done(to, entryId);
  }
}
