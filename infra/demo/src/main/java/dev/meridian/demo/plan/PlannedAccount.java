package dev.meridian.demo.plan;

/**
 * An account to open before the first payment.
 *
 * @param ref how payments name it
 * @param kind what the ledger keeps it as
 * @param currency ISO 4217 code
 * @param fundingMinor what is paid in at the beginning, in minor units, 0 or more
 */
public record PlannedAccount(AccountRef.Opened ref, Kind kind, String currency, long fundingMinor) {

  /** The kinds of account that clients open. */
  public enum Kind {
    CUSTOMER,
    MERCHANT
  }

  PlannedAccount fundedWith(long minor) {
    return new PlannedAccount(ref, kind, currency, minor);
  }
}
