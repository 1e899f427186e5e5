package dev.meridian.ledger.account;

import org.jspecify.annotations.Nullable;

/** What became of a wish to change an account's state. */
public sealed interface StateChanged {

  /**
   * The account is in the wished state.
   *
   * @param movedEntryId the entry that moved the rest; null if there was none to move
   */
  record Done(AccountState state, @Nullable String movedEntryId) implements StateChanged {}

  /** The account was in the wished state already; nothing was written. */
  record Already(AccountState state) implements StateChanged {}

  /** This home has no such account, or it is one of the ledger's own. */
  record UnknownAccount(String accountId) implements StateChanged {}

  /** The change doesn't start from the state that the account is in. */
  record NotFrom(AccountState state) implements StateChanged {}

  /**
   * A closing account has money left, and no account was named that takes it.
   *
   * @param balanceMinor in minor units of its currency
   */
  record BalanceLeft(long balanceMinor) implements StateChanged {}

  /** A frozen account has money left, which must not be moved before it is unfrozen. */
  record FrozenBalance(long balanceMinor) implements StateChanged {}

  /**
   * The account that was to take the rest can't.
   *
   * @param why a sentence
   */
  record CannotTake(String accountId, String why) implements StateChanged {}
}
