package dev.meridian.ledger.booking;

import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Fingerprint;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Kind;
import dev.meridian.messages.Money;

/**
 * What another home asks this one to do to an account of its own, for a payment that it
 * coordinates.
 *
 * @param payerHome the home that asks, and is answered
 */
record LegTerms(
    String legId,
    String paymentId,
    Purpose purpose,
    String account,
    String payerHome,
    Money amount) {

  enum Purpose {
    PAYMENT,
    RETURN,
    REFUND,
    /** Takes the money of a refund, or of a cancel, from the payee. */
    DEBIT
  }

  static LegTerms of(CreditLeg leg) {
    return new LegTerms(
        leg.legId(),
        leg.paymentId(),
        leg.purpose() == CreditPurpose.PAYMENT
            ? Purpose.PAYMENT
            : leg.purpose() == CreditPurpose.RETURN ? Purpose.RETURN : Purpose.REFUND,
        leg.account(),
        leg.payerHome(),
        new Money(leg.amountMinor(), leg.currency()));
  }

  static LegTerms of(DebitLeg leg) {
    return new LegTerms(
        leg.legId(),
        leg.paymentId(),
        Purpose.DEBIT,
        leg.account(),
        leg.payerHome(),
        new Money(leg.amountMinor(), leg.currency()));
  }

  boolean isDebit() {
    return purpose == Purpose.DEBIT;
  }

  /** A return or a refund that can't be booked goes to suspense instead. */
  boolean mayBeRefused() {
    return purpose == Purpose.PAYMENT || purpose == Purpose.DEBIT;
  }

  /** Covers what is moved where: leg, payer's home, account, amount and currency. */
  Fingerprint fingerprint(BusinessKey businessKey) {
    Intent moved =
        new Intent(
            purpose.name(),
            null,
            legId + "@" + payerHome,
            account,
            amount.minor(),
            amount.currency());
    return Fingerprint.of(isDebit() ? Kind.DEBIT_LEG : Kind.CREDIT_LEG, businessKey, moved);
  }
}
