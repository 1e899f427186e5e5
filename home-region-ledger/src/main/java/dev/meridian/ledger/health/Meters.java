package dev.meridian.ledger.health;

import dev.meridian.inbox.Delivery;
import dev.meridian.ledger.reconciliation.Reconciliation;
import dev.meridian.ledger.reconciliation.Report;
import dev.meridian.outbox.Relay;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The service's metrics, named as region-consumer's are. Labels come from short fixed lists
 * (outcomes, tiers, causes, the registry's regions), never from a message. Thread-safe.
 */
public final class Meters {
  private static final String CHANNEL = "commands";
  private static final double MILLIS = 1_000.0;
  private static final double NANOS = 1_000_000_000.0;

  private final MeterRegistry registry;
  private final AtomicReference<Backlog> backlog = new AtomicReference<>(Backlog.NONE);
  private final AtomicReference<@Nullable Report> reconciled = new AtomicReference<>();

  /** Before the first one, the age counts from the start. */
  private final AtomicLong reconciledNanos = new AtomicLong(System.nanoTime());

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
    gaugesOfReconciliation();
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

  /** Shows how old the outbox's current day is, and how many lanes this instance owns. */
  public void watch(Relay relay) {
    Gauge.builder(
            "meridian_outbox_day_age_seconds",
            relay,
            r -> r.metrics().currentDay().toMillis() / MILLIS)
        .register(registry);
    Gauge.builder("meridian_outbox_lanes", relay, r -> r.metrics().lanes()).register(registry);
  }

  /** Shows what the latest reconciliation found. */
  public void reconciled(Report report) {
    reconciled.set(report);
    reconciledNanos.set(System.nanoTime());
  }

  private void gaugesOfReconciliation() {
    for (String check : Reconciliation.CHECKS) {
      Gauge.builder("meridian_reconciliation_differences", reconciled, r -> of(r, check, true))
          .tags("check", check)
          .register(registry);
      Gauge.builder("meridian_reconciliation_checked", reconciled, r -> of(r, check, false))
          .tags("check", check)
          .register(registry);
    }
    Gauge.builder("meridian_reconciliation_age_seconds", reconciledNanos, Meters::secondsSince)
        .register(registry);
    Gauge.builder(
            "meridian_reconciliation_duration_seconds",
            reconciled,
            r -> {
              Report report = r.get();
              return report == null ? 0 : report.took().toMillis() / MILLIS;
            })
        .register(registry);
  }

  private static double of(
      AtomicReference<@Nullable Report> latest, String check, boolean differences) {
    Report report = latest.get();
    return report == null
        ? 0
        : report.results().stream()
            .filter(result -> result.check().equals(check))
            .mapToLong(result -> differences ? result.differences() : result.checked())
            .sum();
  }

  private static double secondsSince(AtomicLong nanos) {
    return (System.nanoTime() - nanos.get()) / NANOS;
  }

  /** Counts other homes' balances that were taken in. */
  public void copies(int kept, int stale, int refused) {
    copies("kept", kept);
    copies("stale", stale);
    copies("refused", refused);
  }

  private void copies(String outcome, int n) {
    registry.counter("meridian_balance_copies", "outcome", outcome).increment(n);
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
    copies(0, 0, 0);
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
    gauge(
        "meridian_balance_copy_lag_seconds",
        tags,
        latest -> latest.copyLagSeconds().getOrDefault(home, 0.0));
  }
}
