package dev.meridian.consumer.config;

import dev.meridian.consumer.health.ChannelHealth;
import dev.meridian.consumer.health.Meters;
import dev.meridian.inbox.TopicWatch;

/** Tells metrics and liveness of topics that were made again, and of records deleted unread. */
final class LostRecords implements TopicWatch.Listener {
  private final Meters meters;
  private final ChannelHealth health;

  LostRecords(Meters meters, ChannelHealth health) {
    this.meters = meters;
    this.health = health;
  }

  @Override
  public void madeAgain(String topic, String sentence) {
    meters.madeAgain(topic);
  }

  @Override
  public void restartIsDue(String sentence) {
    health.stopped("topics", sentence);
  }

  @Override
  public void lost(String topic, int partition, long records) {
    meters.lost(topic, records);
  }
}
