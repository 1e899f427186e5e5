package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Account;
import dev.meridian.ledger.account.AccountState;
import dev.meridian.messages.Money;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an account may be debited or credited: the business rules, and nothing else. Pure. */
final class Judgement {
  private Judgement() {}

  /** Why the payer can't pay this amount; empty if it can. */
  static Optional<Reason> debit(@Nullable Account payer, Money amount) {
    if (payer == null) {
      return Optional.of(Reason.UNKNOWN_PAYER);
    }
    if (payer.state() != AccountState.OPEN) {
      return Optional.of(
          payer.state() == AccountState.CLOSED ? Reason.PAYER_CLOSED : Reason.PAYER_FROZEN);
    }
    if (!payer.currency().equals(amount.currency())) {
      return Optional.of(Reason.CURRENCY_MISMATCH);
    }
    return payer.balanceMinor() < amount.minor()
        ? Optional.of(Reason.INSUFFICIENT_FUNDS)
        : Optional.empty();
  }

  /** Why the payee can't give this amount back; empty if it can. */
  static Optional<Reason> takeBack(@Nullable Account payee, Money amount) {
    if (payee == null) {
      return Optional.of(Reason.UNKNOWN_PAYEE);
    }
    if (payee.state() != AccountState.OPEN) {
      return Optional.of(
          payee.state() == AccountState.CLOSED ? Reason.PAYEE_CLOSED : Reason.PAYEE_FROZEN);
    }
    if (!payee.currency().equals(amount.currency())) {
      return Optional.of(Reason.CURRENCY_MISMATCH);
    }
    return payee.balanceMinor() < amount.minor()
        ? Optional.of(Reason.INSUFFICIENT_FUNDS)
        : Optional.empty();
  }

  /** Why the account can't take the amount; empty if it can. A frozen account can. */
  static Optional<Reason> credit(@Nullable Account payee, Money amount) {
    if (payee == null) {
      return Optional.of(Reason.UNKNOWN_PAYEE);
    }
    if (payee.state() == AccountState.CLOSED) {
      return Optional.of(Reason.PAYEE_CLOSED);
    }
    if (!payee.currency().equals(amount.currency())) {
      return Optional.of(Reason.CURRENCY_MISMATCH);
    }
    return payee.balanceMinor() > Long.MAX_VALUE - amount.minor()
        ? Optional.of(Reason.AMOUNT_OUT_OF_RANGE)
        : Optional.empty();
  }
}
