package dev.meridian.ledger.account;

/** What an account is for. */
public enum AccountKind {
  CUSTOMER(true),
  MERCHANT(true),
  /** What is owed to, or by, another region; may be below zero. */
  CLEARING(false),
  /** Credits that could be neither booked nor refused, until an operator releases them. */
  SUSPENSE(true),
  /** The world outside, against which accounts are funded; below zero by what came in. */
  EXTERNAL(false);

  private final boolean neverNegative;

  AccountKind(boolean neverNegative) {
    this.neverNegative = neverNegative;
  }

  /**
   * Whether the balance can't go below zero; the constraint account_balance_not_negative agrees.
   */
  public boolean neverNegative() {
    return neverNegative;
  }

  /** Whether clients may open such an account. */
  public boolean openedByClients() {
    return this == CUSTOMER || this == MERCHANT;
  }
}
