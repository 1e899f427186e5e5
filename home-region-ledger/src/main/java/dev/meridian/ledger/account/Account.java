package dev.meridian.ledger.account;

/**
 * An account as it was read under its lock.
 *
 * @param balanceMinor in minor units of the currency; equals the sum of the account's postings
 */
public record Account(
    String id, AccountKind kind, String currency, AccountState state, long balanceMinor) {

  Account withBalance(long newBalanceMinor) {
    return new Account(id, kind, currency, state, newBalanceMinor);
  }
}
