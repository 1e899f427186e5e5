package dev.meridian.ledger.http;

import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.InvalidMessageException;
import java.util.Optional;

/** Tells the ids of this home's accounts from others. */
final class AccountIds {
  private AccountIds() {}

  /**
   * The account's home if it is another region; empty if it is this one.
   *
   * @throws jakarta.ws.rs.WebApplicationException 400 if no region can own such an account
   */
  static Optional<String> foreignHome(HomeRegion home, String accountId) {
    try {
      return Optional.of(home.resolver().homeOf(accountId))
          .filter(region -> !region.equals(home.code()));
    } catch (InvalidMessageException e) {
      throw Problem.malformedId(String.valueOf(e.getMessage())).exception();
    }
  }

  /**
   * Lets this home's accounts pass.
   *
   * @throws jakarta.ws.rs.WebApplicationException 421 naming the other home; 400 as above
   */
  static void refuseForeign(HomeRegion home, String accountId) {
    foreignHome(home, accountId)
        .ifPresent(
            region -> {
              throw Problem.otherRegion(accountId, region).exception();
            });
  }
}
