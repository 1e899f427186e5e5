package dev.meridian.ledger.account;

import dev.meridian.messages.Money;

/** What became of a wish to release money from suspense. */
public sealed interface Released {

  /**
   * The money is on the account.
   *
   * @param entryId the entry that moved it
   * @param repeated whether it had been moved before this call
   */
  record Done(String entryId, String accountId, Money amount, boolean repeated)
      implements Released {}

  /** It was released before, to another account. */
  record ToAnother(String accountId) implements Released {}

  /** No such entry put money into this home's suspense. */
  record NothingHeld() implements Released {}

  /**
   * The named account can't take it.
   *
   * @param why a sentence
   */
  record CannotTake(String why) implements Released {}
}
