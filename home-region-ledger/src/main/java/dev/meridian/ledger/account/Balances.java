package dev.meridian.ledger.account;

import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The locked accounts of one batch, with their balances as the batch's entries change them one by
 * one; what it comes to per account is written once. Not thread-safe.
 */
public final class Balances {
  private final Map<String, Account> accounts;
  private final SortedMap<String, Change> changes = new TreeMap<>();

  /**
   * What a batch comes to for one account.
   *
   * @param minor the sum of its postings
   * @param postings how many they are
   */
  public record Change(long minor, long postings) {
    Change plus(Change other) {
      return new Change(minor + other.minor, postings + other.postings);
    }
  }

  public Balances(Map<String, Account> locked) {
    this.accounts = new HashMap<>(locked);
  }

  /** The account with its balance so far; null if this home has none of that id. */
  public @Nullable Account find(String accountId) {
    return accounts.get(accountId);
  }

  /** Whether every balance stays within 64 bits, and above zero where it has to. */
  public boolean allow(Iterable<Posting> postings) {
    for (Posting posting : postings) {
      if (!allows(locked(posting.accountId()), posting.amount().minor())) {
        return false;
      }
    }
    return true;
  }

  /**
   * Changes the balances as the entry says.
   *
   * @throws IllegalStateException if they don't allow it, or an account isn't among the locked
   */
  public void apply(JournalEntry entry) {
    if (!allow(entry.postings())) {
      throw new IllegalStateException("the balances don't allow entry " + entry);
    }
    for (Posting posting : entry.postings()) {
      Account account = locked(posting.accountId());
      long amount = posting.amount().minor();
      accounts.put(account.id(), account.withBalance(account.balanceMinor() + amount));
      changes.merge(account.id(), new Change(amount, 1), Change::plus);
    }
  }

  /** The sum of the changes per account, in the order of ids. */
  public SortedMap<String, Change> changes() {
    return changes;
  }

  private static boolean allows(Account account, long amountMinor) {
    long balance = account.balanceMinor();
    boolean overflow =
        amountMinor > 0
            ? balance > Long.MAX_VALUE - amountMinor
            : balance < Long.MIN_VALUE - amountMinor;
    return !overflow && !(account.kind().neverNegative() && balance + amountMinor < 0);
  }

  private Account locked(String accountId) {
    return among(accounts, accountId);
  }

  /**
   * The one that must be among those that the caller has locked.
   *
   * @throws IllegalStateException if it isn't
   */
  static Account among(Map<String, Account> accounts, String accountId) {
    Account account = accounts.get(accountId);
    if (account == null) {
      throw new IllegalStateException(accountId + " is not among the locked accounts");
    }
    return account;
  }
}
