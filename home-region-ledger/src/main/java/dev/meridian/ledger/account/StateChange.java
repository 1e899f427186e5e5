package dev.meridian.ledger.account;

/** What a person can do to an account. */
public enum StateChange {
  /** No debits until it is unfrozen; credits are booked. */
  FREEZE(AccountState.FROZEN),
  UNFREEZE(AccountState.OPEN),
  /**
   * Neither debits nor credits, until it is opened again. Its balance has to be zero, or to move.
   */
  CLOSE(AccountState.CLOSED),
  REOPEN(AccountState.OPEN);

  private final AccountState to;

  StateChange(AccountState to) {
    this.to = to;
  }

  AccountState to() {
    return to;
  }

  boolean allowedFrom(AccountState state) {
    return switch (this) {
      case FREEZE -> state == AccountState.OPEN;
      case UNFREEZE -> state == AccountState.FROZEN;
      case CLOSE -> state != AccountState.CLOSED;
      case REOPEN -> state == AccountState.CLOSED;
    };
  }
}
