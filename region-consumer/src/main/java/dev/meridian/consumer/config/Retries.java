package dev.meridian.consumer.config;

import dev.meridian.consumer.health.ChannelHealth;
import dev.meridian.consumer.health.Meters;
import dev.meridian.inbox.Transactions;

/** Tells health and metrics of a channel's transactions that are tried again. */
final class Retries implements Transactions.Listener {
  private final String channel;
  private final Meters meters;
  private final ChannelHealth health;

  Retries(String channel, Meters meters, ChannelHealth health) {
    this.channel = channel;
    this.meters = meters;
    this.health = health;
  }

  @Override
  public void failing(Transactions.Failing failing) {
    meters.retried(channel);
    health.failing(channel, failing.since());
  }

  @Override
  public void ended(Transactions.Failing failing) {
    health.ended(channel);
  }
}
