package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Money that comes in from outside, or goes out: an entry between the external account and a
 * client's, once per account, direction and reference. Thread-safe; blocks on the database and the
 * accounts' locks.
 */
public final class ExternalTransfers {
  private final String home;
  private final Accounts accounts;
  private final OneEntry entries;
  private final TransferRows rows = new TransferRows();

  /**
   * @param home this region's code
   * @param entryIds gives an entry its id, once it is certain that there will be one
   */
  public ExternalTransfers(String home, Supplier<String> entryIds, InstantSource clock) {
    this.home = home;
    this.accounts = new Accounts(home);
    this.entries = new OneEntry(accounts, entryIds, clock);
  }

  /** Which way the money goes. */
  public enum Direction {
    FUND("Fund", EntryKind.FUND),
    WITHDRAW("Withdraw", EntryKind.WITHDRAW);

    private final String outcomeKind;
    private final EntryKind entryKind;

    Direction(String outcomeKind, EntryKind entryKind) {
      this.outcomeKind = outcomeKind;
      this.entryKind = entryKind;
    }

    /** Under which kind the outcome is kept. */
    String outcomeKind() {
      return outcomeKind;
    }
  }

  /**
   * A wish to move money in or out.
   *
   * @param reference the caller's name of this transfer, 1 to 255 characters
   * @param amountMinor above 0, in the account's currency
   */
  public record Request(Direction direction, String accountId, String reference, long amountMinor) {
    public Request {
      if (amountMinor <= 0) {
        throw new IllegalArgumentException("amountMinor must be above 0, it is " + amountMinor);
      }
    }

    BusinessKey businessKey() {
      return cause().businessKey();
    }

    OneEntry.Cause cause() {
      return OneEntry.Cause.reference(accountId, reference);
    }
  }

  /** Transfers in the caller's transaction, which has to be READ COMMITTED. */
  public Transferred transfer(Connection connection, Request request) throws SQLException {
    Account account =
        accounts.lock(connection, List.of(request.accountId())).get(request.accountId());
    if (account == null || !account.kind().openedByClients()) {
      return new Transferred.UnknownAccount();
    }
    // the account's lock orders all transfers of it, so this statement sees the earlier ones
    Optional<TransferRows.Row> before = rows.find(connection, request);
    if (before.isPresent()) {
      return repeated(request, before.get());
    }
    if (account.state() == AccountState.CLOSED) {
      return new Transferred.Closed();
    }
    return account.state() == AccountState.FROZEN && request.direction() == Direction.WITHDRAW
        ? new Transferred.Frozen()
        : book(connection, request, account);
  }

  private static Transferred repeated(Request request, TransferRows.Row before) {
    return before.amount().minor() == request.amountMinor()
        ? new Transferred.Booked(before.entryId(), before.amount(), true)
        : new Transferred.OtherAmount(before.amount());
  }

  private Transferred book(Connection connection, Request request, Account account)
      throws SQLException {
    Money amount = new Money(request.amountMinor(), account.currency());
    SystemAccount external = SystemAccount.external(account.currency());
    accounts.createMissing(connection, List.of(external));
    Map<String, Account> locked = new HashMap<>(accounts.lock(connection, List.of(external.id())));
    locked.put(account.id(), account);
    Balances balances = new Balances(locked);
    List<Posting> postings = postings(request.direction(), external.id(), account.id(), amount);
    if (!balances.allow(postings)) {
      return request.direction() == Direction.WITHDRAW && account.balanceMinor() < amount.minor()
          ? new Transferred.TooLittle(account.balanceMinor())
          : new Transferred.OutOfRange();
    }
    JournalEntry entry =
        entries.book(
            connection,
            locked,
            request.direction().entryKind,
            entryId -> request.cause(),
            postings);
    rows.insert(connection, request, entry, external.id(), amount, home);
    return new Transferred.Booked(entry.id(), amount, false);
  }

  private static List<Posting> postings(
      Direction direction, String external, String account, Money amount) {
    return direction == Direction.FUND
        ? JournalEntry.transfer(external, account, amount)
        : JournalEntry.transfer(account, external, amount);
  }
}
