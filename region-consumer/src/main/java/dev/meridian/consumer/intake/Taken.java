package dev.meridian.consumer.intake;

import dev.meridian.dedup.Claim;
import java.util.Optional;

/**
 * What a transaction over some requests comes to, once it has committed.
 *
 * @param claim what is left to be marked; absent if no key was claimed
 */
record Taken(Report report, Optional<Claim> claim) {

  /** To be called after the commit, outside of the transaction. */
  Report committed() {
    claim.ifPresent(Claim::committed);
    return report;
  }
}
