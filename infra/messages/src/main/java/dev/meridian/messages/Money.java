package dev.meridian.messages;

import java.util.Currency;

/**
 * A positive or negative amount in minor units of one ISO 4217 currency, with exact arithmetic.
 *
 * @param minor the amount in the currency's minor units (cent, yen, fils); any {@code long}
 * @param currency the ISO 4217 alphabetic code
 */
public record Money(long minor, String currency) {

  /**
   * Takes any amount of a known currency.
   *
   * @throws InvalidMessageException UNKNOWN_CURRENCY if the code has no minor units
   */
  public Money {
    currency = checkedCurrency(currency);
  }

  /** An amount that is moved: above zero. */
  static Money moved(long minor, String currency) {
    if (minor <= 0) {
      throw new InvalidMessageException(
          Refusal.BAD_AMOUNT, "amountMinor must be above 0, it is " + minor);
    }
    return new Money(minor, currency);
  }

  /**
   * The sum of both.
   *
   * @throws ArithmeticException on overflow
   * @throws IllegalArgumentException for another currency
   */
  public Money plus(Money other) {
    if (!currency.equals(other.currency)) {
      throw new IllegalArgumentException("can't add " + other.currency + " to " + currency);
    }
    return new Money(Math.addExact(minor, other.minor), currency);
  }

  public Money negated() {
    return new Money(Math.negateExact(minor), currency);
  }

  private static String checkedCurrency(String code) {
    Checks.present(code, "currency");
    try {
      if (Currency.getInstance(code).getDefaultFractionDigits() >= 0) {
        return code;
      }
    } catch (IllegalArgumentException unknown) {
      throw unknownCurrency(code);
    }
    throw unknownCurrency(code);
  }

  private static InvalidMessageException unknownCurrency(String code) {
    return new InvalidMessageException(
        Refusal.UNKNOWN_CURRENCY, "currency must be an ISO 4217 code with minor units: " + code);
  }
}
