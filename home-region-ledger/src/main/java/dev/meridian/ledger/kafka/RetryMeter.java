package dev.meridian.ledger.kafka;

import dev.meridian.inbox.Transactions;
import dev.meridian.inbox.Transactions.Failing;
import dev.meridian.ledger.health.Meters;

/** Counts transactions that are tried again. */
public final class RetryMeter implements Transactions.Listener {
  private final Meters meters;

  public RetryMeter(Meters meters) {
    this.meters = meters;
  }

  @Override
  public void failing(Failing failing) {
    meters.retried();
  }

  @Override
  public void ended(Failing failing) {
    // the counts of what was committed say so
  }
}
