package dev.meridian.ledger.account;

/** Whether an account takes part in payments. */
public enum AccountState {
  OPEN,
  /** Not debited; credits are booked. */
  FROZEN,
  /** Neither debited nor credited, for good or until it is opened again. */
  CLOSED
}
