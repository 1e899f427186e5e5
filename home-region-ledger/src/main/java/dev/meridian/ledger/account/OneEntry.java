package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.Journal;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.BusinessKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Books a single entry that a person or the world outside asked for: the journal, then the
 * balances. Its id is drawn only then, so a refusal costs none. Thread-safe; blocks on the
 * database, and rarely for a lease of ids.
 */
final class OneEntry {
  /** Whose intents these are. */
  private static final String TENANT = "ledger";

  private final Accounts accounts;
  private final Supplier<String> entryIds;
  private final InstantSource clock;
  private final Journal journal = new Journal();

  OneEntry(Accounts accounts, Supplier<String> entryIds, InstantSource clock) {
    this.accounts = accounts;
    this.entryIds = entryIds;
    this.clock = clock;
  }

  /**
   * What the entry serves.
   *
   * @param text the request's own name of it
   */
  record Cause(BusinessKey businessKey, String text) {

    /** Told from others of that account by the caller's reference. */
    static Cause reference(String account, String reference) {
      return new Cause(BusinessKey.of(TENANT, account, reference, reference), reference);
    }

    /** Told from others of that account by an entry's id. */
    static Cause entry(String account, String entryId) {
      return new Cause(BusinessKey.of(TENANT, account, null, entryId), entryId);
    }
  }

  /**
   * Books it in the caller's transaction.
   *
   * @param locked the accounts, locked by this transaction; they allow the postings
   * @param cause from the entry's id
   */
  JournalEntry book(
      Connection connection,
      Map<String, Account> locked,
      EntryKind kind,
      Function<String, Cause> cause,
      List<Posting> postings)
      throws SQLException {
    String id = entryIds.get();
    Cause because = cause.apply(id);
    Instant now = clock.instant().truncatedTo(ChronoUnit.MICROS);
    JournalEntry entry =
        new JournalEntry(
            id, kind, because.businessKey(), null, null, because.text(), now, postings);
    Balances balances = new Balances(locked);
    balances.apply(entry);
    journal.append(connection, List.of(entry));
    accounts.add(connection, balances.changes());
    return entry;
  }
}
