package dev.meridian.ledger.http;

import dev.meridian.ledger.account.AccountEntity;

/**
 * An account as clients see it.
 *
 * @param balanceMinor in minor units of the currency
 * @param version the number of the last posting; it rises with each change of the balance
 */
record AccountView(
    String id,
    String home,
    String kind,
    String currency,
    String state,
    long balanceMinor,
    long version) {

  static AccountView of(AccountEntity account) {
    return new AccountView(
        account.id(),
        account.home(),
        account.kind().name(),
        account.currency(),
        account.state().name(),
        account.balanceMinor(),
        account.version());
  }
}
