package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.Journal;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings money in from outside: an entry from the external account to a client's, once per account
 * and reference. Thread-safe; blocks on the database and the accounts' locks.
 */
public final class Funding {
  private static final String TENANT = "ledger";

  private final String home;
  private final Accounts accounts;
  private final InstantSource clock;
  private final Journal journal = new Journal();
  private final FundingRows rows = new FundingRows();

  public Funding(String home, InstantSource clock) {
    this.home = home;
    this.accounts = new Accounts(home);
    this.clock = clock;
  }

  /**
   * A wish to fund.
   *
   * @param entryId the id of the entry, should one be made
   * @param reference the caller's name of this funding, 1 to 255 characters
   * @param amountMinor above 0, in the account's currency
   */
  public record Request(String entryId, String accountId, String reference, long amountMinor) {
    public Request {
      if (amountMinor <= 0) {
        throw new IllegalArgumentException("amountMinor must be above 0, it is " + amountMinor);
      }
    }

    BusinessKey businessKey() {
      return BusinessKey.of(TENANT, accountId, reference, reference);
    }
  }

  /** Funds in the caller's transaction, which has to be READ COMMITTED. */
  public Funded fund(Connection connection, Request request) throws SQLException {
    Account account =
        accounts.lock(connection, List.of(request.accountId())).get(request.accountId());
    if (account == null || !account.kind().openedByClients()) {
      return new Funded.UnknownAccount();
    }
    // the account's lock orders all fundings of it, so this statement sees the earlier ones
    Optional<FundingRows.Row> before = rows.find(connection, request);
    if (before.isPresent()) {
      return repeated(request, before.get());
    }
    return account.state() == AccountState.CLOSED
        ? new Funded.Closed()
        : book(connection, request, account);
  }

  private static Funded repeated(Request request, FundingRows.Row before) {
    return before.amount().minor() == request.amountMinor()
        ? new Funded.Booked(before.entryId(), before.amount(), true)
        : new Funded.OtherAmount(before.amount());
  }

  private Funded book(Connection connection, Request request, Account account) throws SQLException {
    Money amount = new Money(request.amountMinor(), account.currency());
    SystemAccount external = SystemAccount.external(account.currency());
    accounts.createMissing(connection, List.of(external));
    Map<String, Account> locked = new HashMap<>(accounts.lock(connection, List.of(external.id())));
    locked.put(account.id(), account);
    Balances balances = new Balances(locked);
    List<Posting> postings = JournalEntry.transfer(external.id(), account.id(), amount);
    if (!balances.allow(postings)) {
      return new Funded.OutOfRange();
    }
    JournalEntry entry = entry(request, postings);
    balances.apply(entry);
    journal.append(connection, List.of(entry));
    accounts.add(connection, balances.changes());
    rows.insert(connection, request, entry, external.id(), amount, home);
    return new Funded.Booked(entry.id(), amount, false);
  }

  private JournalEntry entry(Request request, List<Posting> postings) {
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    return new JournalEntry(
        request.entryId(),
        EntryKind.FUND,
        request.businessKey(),
        null,
        null,
        request.reference(),
        now,
        postings);
  }
}
