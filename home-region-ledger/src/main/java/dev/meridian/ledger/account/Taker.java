package dev.meridian.ledger.account;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether an account can take what a person moves to it. */
final class Taker {
  private Taker() {}

  /**
   * Why it can't; empty if it can.
   *
   * @param from where the money is
   * @param to who shall take it; null if this home has no such account
   */
  static Optional<String> unfit(Account from, long amountMinor, @Nullable Account to) {
    if (to == null || !to.kind().openedByClients()) {
      return Optional.of("this home has no such account");
    }
    if (to.id().equals(from.id())) {
      return Optional.of("it is the account that is to be closed");
    }
    if (to.state() == AccountState.CLOSED) {
      return Optional.of("it is closed");
    }
    if (!to.currency().equals(from.currency())) {
      return Optional.of("it is in " + to.currency() + ", not in " + from.currency());
    }
    return amountMinor > Long.MAX_VALUE - to.balanceMinor()
        ? Optional.of("its balance would leave 64 bits")
        : Optional.empty();
  }
}
