package dev.meridian.ledger.account;

import dev.meridian.messages.Money;

/** What became of a wish to fund an account. */
public sealed interface Funded {

  /**
   * The money is there.
   *
   * @param repeated whether it had been there before this call
   */
  record Booked(String entryId, Money amount, boolean repeated) implements Funded {}

  /** This home has no such account. */
  record UnknownAccount() implements Funded {}

  /** A closed account takes no money. */
  record Closed() implements Funded {}

  /** The reference was used before, for another amount. */
  record OtherAmount(Money before) implements Funded {}

  /** The balance would leave 64 bits. */
  record OutOfRange() implements Funded {}
}
