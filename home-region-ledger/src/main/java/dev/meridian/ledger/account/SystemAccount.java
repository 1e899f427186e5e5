package dev.meridian.ledger.account;

import java.util.Locale;

/**
 * An account of the ledger itself, made when first needed; its id says what it is for and can't be
 * taken for a client's account id.
 */
public record SystemAccount(String id, AccountKind kind, String currency) {

  /**
   * Rows that one pair of regions and currency is spread over, so that no row is every payment's.
   */
  public static final int CLEARING_ROWS = 16;

  /**
   * What is between this home and another one.
   *
   * @param paymentId picks the row, the same one for a payment's debit and return
   */
  public static SystemAccount clearing(String otherHome, String currency, String paymentId) {
    String id =
        String.format(Locale.ROOT, "clearing:%s:%s:%02d", otherHome, currency, row(paymentId));
    return new SystemAccount(id, AccountKind.CLEARING, currency);
  }

  public static SystemAccount suspense(String currency) {
    return new SystemAccount("suspense:" + currency, AccountKind.SUSPENSE, currency);
  }

  public static SystemAccount external(String currency) {
    return new SystemAccount("external:" + currency, AccountKind.EXTERNAL, currency);
  }

  /** Whether an id is one of these: a client's has no colon. */
  public static boolean named(String accountId) {
    return accountId.indexOf(':') >= 0;
  }

  /**
   * String.hashCode is specified, so the row is the same in every version; its low bits are mixed.
   */
  private static int row(String paymentId) {
    int hash = paymentId.hashCode();
    return Math.floorMod(hash ^ (hash >>> 16), CLEARING_ROWS);
  }
}
