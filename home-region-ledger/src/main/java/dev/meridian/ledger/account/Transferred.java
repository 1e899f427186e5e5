package dev.meridian.ledger.account;

import dev.meridian.messages.Money;

/** What became of a wish to move money in from outside, or out. */
public sealed interface Transferred {

  /**
   * The money has moved.
   *
   * @param repeated whether it had moved before this call
   */
  record Booked(String entryId, Money amount, boolean repeated) implements Transferred {}

  /** This home has no such account. */
  record UnknownAccount() implements Transferred {}

  /** A closed account takes and gives no money. */
  record Closed() implements Transferred {}

  /** A frozen account gives no money. */
  record Frozen() implements Transferred {}

  /**
   * The account has less than was to go out.
   *
   * @param balanceMinor what it has
   */
  record TooLittle(long balanceMinor) implements Transferred {}

  /** The reference was used before, for another amount. */
  record OtherAmount(Money before) implements Transferred {}

  /** The balance would leave 64 bits. */
  record OutOfRange() implements Transferred {}
}
