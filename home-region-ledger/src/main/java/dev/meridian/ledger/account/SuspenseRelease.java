package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Gives money that lies in suspense to the account that a person names: once per entry that put it
 * there. The suspense account's lock orders all releases of a currency. Thread-safe; blocks on the
 * database and the accounts' locks.
 */
public final class SuspenseRelease {

  /** Most that {@link #unreleased} shows. */
  public static final int SHOWN_AT_MOST = 500;

  private final String home;
  private final Accounts accounts;
  private final OneEntry entries;
  private final SuspenseRows rows = new SuspenseRows();

  /**
   * @param home this region's code
   * @param entryIds gives an entry its id, once it is certain that there will be one
   */
  public SuspenseRelease(String home, Supplier<String> entryIds, InstantSource clock) {
    this.home = home;
    this.accounts = new Accounts(home);
    this.entries = new OneEntry(accounts, entryIds, clock);
  }

  /**
   * A wish to release.
   *
   * @param heldEntryId the entry that put the money into suspense
   * @param accountId who shall have it
   * @param askedBy who wishes it, for the record
   * @param reason why, for the record
   */
  public record Request(String heldEntryId, String accountId, String askedBy, String reason) {}

  /** The oldest that lie in this home's suspense. */
  public List<HeldMoney> unreleased(Connection connection) throws SQLException {
    return rows.unreleased(connection, home, SHOWN_AT_MOST);
  }

  /** Releases in the caller's transaction, which has to be READ COMMITTED. */
  public Released release(Connection connection, Request request) throws SQLException {
    Optional<HeldMoney> held = rows.find(connection, home, request.heldEntryId());
    if (held.isEmpty()) {
      return new Released.NothingHeld();
    }
    HeldMoney money = held.get();
    Map<String, Account> locked =
        accounts.lock(connection, List.of(money.suspenseAccount(), request.accountId()));
    // a statement of its own, so that it sees what was released while the lock was waited for
    Optional<SuspenseRows.Release> before = rows.release(connection, request.heldEntryId());
    if (before.isPresent()) {
      return repeated(request, before.get(), money);
    }
    Account suspense = Balances.among(locked, money.suspenseAccount());
    Optional<String> unfit =
        Taker.unfit(suspense, money.amount().minor(), locked.get(request.accountId()));
    return unfit.isPresent()
        ? new Released.CannotTake(unfit.get())
        : book(connection, request, money, locked);
  }

  private static Released repeated(Request request, SuspenseRows.Release before, HeldMoney money) {
    return before.accountId().equals(request.accountId())
        ? new Released.Done(before.entryId(), before.accountId(), money.amount(), true)
        : new Released.ToAnother(before.accountId());
  }

  private Released book(
      Connection connection, Request request, HeldMoney money, Map<String, Account> locked)
      throws SQLException {
    JournalEntry entry =
        entries.book(
            connection,
            locked,
            EntryKind.RELEASE,
            entryId -> OneEntry.Cause.entry(money.suspenseAccount(), request.heldEntryId()),
            JournalEntry.transfer(money.suspenseAccount(), request.accountId(), money.amount()));
    rows.insert(connection, request, entry);
    return new Released.Done(entry.id(), request.accountId(), money.amount(), false);
  }
}
