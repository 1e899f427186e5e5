package dev.meridian.consumer.health;

import dev.meridian.consumer.intake.Outcome;
import dev.meridian.consumer.intake.Report;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.StuckMessages;
import dev.meridian.outbox.Relay;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToDoubleFunction;

/**
 * The service's metrics. Labels come from short fixed lists (channels, outcomes, tiers, causes, the
 * registry's regions), never from a message. Thread-safe, doesn't block.
 */
public final class Meters {
  private static final String RECEIVED = "meridian_received";
  private static final String PROCESSED = "meridian_processed";
  private static final String DELIVERIES = "meridian_deliveries";
  private static final String DUPLICATES = "meridian_duplicates";
  private static final String FAILURES = "meridian_batch_failures";
  private static final String RESENT = "meridian_commands_resent";
  private static final String MADE_AGAIN = "meridian_topics_made_again";
  private static final String LOST = "meridian_records_lost_unread";
  private static final String OTHER = "other";
  private static final double MILLIS = 1_000.0;

  private final MeterRegistry registry;
  private final List<String> regions;
  private final Map<String, Shown> open = new ConcurrentHashMap<>();
  private volatile Backlog backlog = Backlog.NONE;

  /**
   * @param regions all that may be a home; every series is there, at 0, from the start
   */
  public Meters(MeterRegistry registry, List<String> regions) {
    this.registry = registry;
    this.regions = List.copyOf(regions);
    this.regions.forEach(this::gaugesOfHome);
    gaugesOfHome(OTHER);
    gauges();
    countersAtZero();
  }

  /** Counts a batch whose transaction has committed. */
  public void committed(String channel, Report report) {
    registry.counter(RECEIVED, "channel", channel).increment((double) report.received());
    report.outcomes().forEach((outcome, n) -> counted(channel, outcome, n));
    report.deliveries().forEach(this::delivered);
  }

  /** Counts a transaction that failed and is tried again. */
  public void retried(String channel) {
    registry.counter(FAILURES, "channel", channel).increment();
  }

  /** Counts commands that are sent again because their answer stayed away. */
  public void resent(int commands) {
    registry.counter(RESENT).increment(commands);
  }

  /** Shows a consumed topic's counters from the start. */
  public void watchTopic(String topic) {
    registry.counter(MADE_AGAIN, "topic", topic);
    registry.counter(LOST, "topic", topic);
  }

  /** Counts a topic that was deleted and made again: once per topic and process. */
  public void madeAgain(String topic) {
    registry.counter(MADE_AGAIN, "topic", topic).increment();
  }

  /** Counts records that were deleted before they were read. */
  public void lost(String topic, long records) {
    registry.counter(LOST, "topic", topic).increment((double) records);
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

  /** Shows how many messages hold a channel up until somebody does something. */
  public void watch(StuckMessages stuck) {
    Gauge.builder("meridian_stuck_messages", stuck, s -> s.now().size()).register(registry);
  }

  /** Takes the latest look at what waits. */
  public void measured(Backlog latest) {
    backlog = latest;
    open.forEach(
        (home, value) -> value.latest = latest.open().getOrDefault(home, Backlog.OfHome.NONE));
  }

  /** Topics come from the registry of regions, never from a message. */
  private void delivered(Delivery delivery, long n) {
    registry
        .counter(
            DELIVERIES,
            "topic",
            delivery.topic(),
            "partition",
            Integer.toString(delivery.partition()),
            "outcome",
            delivery.outcome().word(),
            "tier",
            delivery.tier().word(),
            "cause",
            delivery.cause().word())
        .increment((double) n);
  }

  private void counted(String channel, Outcome outcome, long n) {
    String what = outcome.what().word();
    String tier = outcome.tier().word();
    String cause = outcome.cause().word();
    registry
        .counter(PROCESSED, "channel", channel, "outcome", what, "tier", tier, "cause", cause)
        .increment((double) n);
    if (outcome.what() == Delivery.Outcome.DUPLICATE) {
      registry.counter(DUPLICATES, "tier", tier, "cause", cause).increment((double) n);
    }
  }

  private void countersAtZero() {
    registry.counter(RESENT);
    for (String channel : List.of("payments", "results")) {
      registry.counter(RECEIVED, "channel", channel);
      registry.counter(FAILURES, "channel", channel);
      for (Delivery.Outcome each : Delivery.Outcome.values()) {
        registry.counter(
            PROCESSED, "channel", channel, "outcome", each.word(), "tier", "", "cause", "");
      }
    }
    for (Delivery.Cause each : Delivery.Cause.values()) {
      registry.counter(DUPLICATES, "tier", Delivery.Tier.HOT.word(), "cause", each.word());
      registry.counter(DUPLICATES, "tier", Delivery.Tier.WARM.word(), "cause", each.word());
      registry.counter(DUPLICATES, "tier", Delivery.Tier.LEDGER.word(), "cause", each.word());
    }
  }

  private void gauges() {
    gauge("meridian_outbox_backlog", Backlog::outboxRows);
    gauge("meridian_outbox_oldest_age_seconds", Backlog::outboxOldestSeconds);
    gauge("meridian_outbox_blocked_keys", Backlog::outboxBlockedKeys);
    gauge("meridian_parked_messages", Backlog::parked);
  }

  private void gauge(String name, ToDoubleFunction<Backlog> value) {
    Gauge.builder(name, this, meters -> value.applyAsDouble(meters.backlog)).register(registry);
  }

  private void gaugesOfHome(String home) {
    Shown value = new Shown();
    open.put(home, value);
    Gauge.builder("meridian_open_commands", value, v -> v.latest.count())
        .tags("home", home)
        .register(registry);
    Gauge.builder("meridian_open_commands_oldest_age_seconds", value, v -> v.latest.oldestSeconds())
        .tags("home", home)
        .register(registry);
  }

  /** What a home's gauges show. */
  private static final class Shown {
    private volatile Backlog.OfHome latest = Backlog.OfHome.NONE;
  }
}
