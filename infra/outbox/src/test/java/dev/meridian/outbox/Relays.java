package dev.meridian.outbox;

import java.time.Duration;
import javax.sql.DataSource;

/** Relays with the short times that tests need. */
final class Relays {
  static final Duration LEASE = Duration.ofSeconds(1);
  static final Backoff BACKOFF = new Backoff(Duration.ofMillis(20), Duration.ofMillis(200));

  private Relays() {}

  static Relay.Config config(String owner) {
    return Relay.Config.of(owner)
        .withLease(LEASE)
        .withPoll(Duration.ofMillis(20))
        .withBackoff(BACKOFF)
        .withCloseWithin(Duration.ofSeconds(2))
        .withMeasureEvery(Duration.ofMillis(50));
  }

  static Relay started(DataSource database, RecordSender sender, String owner) {
    Relay relay = new Relay(database, sender, config(owner));
    relay.start();
    return relay;
  }
}
