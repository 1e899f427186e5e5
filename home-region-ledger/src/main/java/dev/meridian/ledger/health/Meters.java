package dev.meridian.ledger.health;

import dev.meridian.inbox.Delivery;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;

/**
 * The service's metrics, named as region-consumer's are. Labels come from short fixed lists
 * (outcomes, tiers, causes, the registry's regions), never from a message. Thread-safe.
 */
public final class Meters {
  private static final String CHANNEL = "commands";

  private final MeterRegistry registry;
  private final AtomicReference<Backlog> backlog = new AtomicReference<>(Backlog.NONE);

  /**
   * @param regions all that may be a home; every series is there, at 0, from the start
   */
  public Meters(MeterRegistry registry, List<String> regions) {
    this.registry = registry;
    regions.forEach(this::gaugesOfHome);
    gauge("meridian_outbox_backlog", Tags.empty(), Backlog::outboxRows);
    gauge("meridian_outbox_oldest_age_seconds", Tags.empty(), Backlog::outboxOldestSeconds);
    gauge("meridian_outbox_blocked_keys", Tags.empty(), Backlog::outboxBlockedKeys);
    gauge("meridian_parked_messages", Tags.empty(), Backlog::parked);
    countersAtZero();
  }

  /** Counts deliveries whose transaction has committed; the durable counts are in the database. */
  public void committed(Collection<Delivery> deliveries) {
    registry.counter("meridian_received", "channel", CHANNEL).increment(deliveries.size());
    for (Delivery delivery : deliveries) {
      String outcome = delivery.outcome().word();
      String tier = delivery.tier().word();
      String cause = delivery.cause().word();
      processed(outcome, tier, cause, 1);
      if (delivery.outcome() == Delivery.Outcome.DUPLICATE) {
        registry.counter("meridian_duplicates", "tier", tier, "cause", cause).increment();
      }
    }
  }

  /** Counts a transaction that failed and is tried again. */
  public void retried() {
    registry.counter("meridian_batch_failures", "channel", CHANNEL).increment();
  }

  /**
   * Looks what waits, and shows it until the next look.
   *
   * @throws SQLException if the database doesn't say; the gauges keep what they show
   */
  public void measure(Measurement measurement) throws SQLException {
    backlog.set(measurement.take());
  }

  private void processed(String outcome, String tier, String cause, double n) {
    registry
        .counter(
            "meridian_processed",
            "channel",
            CHANNEL,
            "outcome",
            outcome,
            "tier",
            tier,
            "cause",
            cause)
        .increment(n);
  }

  private void countersAtZero() {
    registry.counter("meridian_received", "channel", CHANNEL);
    registry.counter("meridian_batch_failures", "channel", CHANNEL);
    for (Delivery.Outcome outcome : Delivery.Outcome.values()) {
      processed(outcome.word(), "", "", 0);
    }
  }

  private void gauge(String name, Tags tags, ToDoubleFunction<Backlog> value) {
    Gauge.builder(name, backlog, latest -> value.applyAsDouble(latest.get()))
        .tags(tags)
        .register(registry);
  }

  private void gaugesOfHome(String home) {
    Tags tags = Tags.of("home", home);
    gauge("meridian_open_legs", tags, latest -> latest.of(home).count());
    gauge("meridian_open_legs_oldest_age_seconds", tags, latest -> latest.of(home).oldestSeconds());
  }
}
