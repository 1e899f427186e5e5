package dev.meridian.ledger.journal;

import dev.meridian.messages.Money;

/**
 * One line of an entry.
 *
 * @param accountId the account whose balance changes
 * @param amount above zero credits the account, below zero debits it; never zero
 */
public record Posting(String accountId, Money amount) {
  /**
   * @throws IllegalArgumentException for an amount of zero
   */
  public Posting {
    if (amount.minor() == 0) {
      throw new IllegalArgumentException("a posting to " + accountId + " moves nothing");
    }
  }
}
