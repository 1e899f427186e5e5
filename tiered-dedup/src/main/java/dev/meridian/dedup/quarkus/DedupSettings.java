package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.DedupTables;
import dev.meridian.dedup.RotationPlan;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Windows;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The settings as values that fit together.
 *
 * @param windows for groups without their own
 * @param windowsOfGroups for each group that is named
 */
record DedupSettings(
    DedupTables tables,
    Windows windows,
    Map<String, Windows> windowsOfGroups,
    RotationPlan rotation) {

  private static final String PREFIX = "meridian.dedup.";

  /**
   * Reads and checks.
   *
   * @throws IllegalArgumentException with a sentence for whoever set them
   */
  static DedupSettings of(DedupConfig config) {
    Windows windows =
        set(
            "hot-window and %swarm-window".formatted(PREFIX),
            () -> new Windows(config.hotWindow(), config.warmWindow()));
    Map<String, Windows> ofGroups = new TreeMap<>();
    config.groups().forEach((group, own) -> ofGroups.put(group, ofGroup(group, own, windows)));
    DedupSettings settings =
        new DedupSettings(
            set(
                "table-schema and %stable-prefix".formatted(PREFIX),
                () -> new DedupTables(config.tableSchema().orElse(""), config.tablePrefix())),
            windows,
            Map.copyOf(ofGroups),
            rotation(config));
    checkTimes(config);
    settings.checkRotation();
    config.topicRetention().ifPresent(settings::checkRetention);
    return settings;
  }

  private static Windows ofGroup(String group, DedupConfig.GroupConfig own, Windows all) {
    String groups = "groups.\"" + group + "\".";
    return set(
        "%shot-window and %s%swarm-window (or those for all)".formatted(groups, PREFIX, groups),
        () -> new Windows(own.hotWindow().orElse(all.hot()), own.warmWindow().orElse(all.warm())));
  }

  private static RotationPlan rotation(DedupConfig config) {
    return set(
        "rotate-every and %sparts".formatted(PREFIX),
        () -> new RotationPlan(config.rotateEvery(), config.parts()));
  }

  /** Those that are used much later, or by others whose words would be about something else. */
  private static void checkTimes(DedupConfig config) {
    positive("redis-timeout", config.redisTimeout());
    positive("breaker-delay", config.breakerDelay());
    positive("rotation-look-every", config.rotationLookEvery());
    config.topicRetention().ifPresent(retention -> positive("topic-retention", retention));
    check("breaker-calls", config.breakerCalls() > 0, config.breakerCalls() + " is not 1 or more");
    TieredDeduplicator.Builder unused =
        set("cached-marks", () -> TieredDeduplicator.builder().cache(config.cachedMarks()));
    config.waitForOthers().ifPresent(DedupSettings::checkPatience);
  }

  private static void checkPatience(Duration patience) {
    TieredDeduplicator.Builder unused =
        set("wait-for-others", () -> TieredDeduplicator.builder().waitForOthers(patience));
  }

  /** Says which setting it is that a value object refuses. */
  private static <T> T set(String names, Supplier<T> value) {
    try {
      return value.get();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(PREFIX + names + ": " + e.getMessage(), e);
    }
  }

  private static void positive(String name, Duration value) {
    check(name, value.toMillis() > 0, value + " is not 1 ms or more");
  }

  private static void check(String name, boolean right, String sentence) {
    if (!right) {
      throw new IllegalArgumentException(PREFIX + name + ": " + sentence);
    }
  }

  private void checkRotation() {
    checkRotation("the default", windows);
    windowsOfGroups.forEach(this::checkRotation);
  }

  private void checkRotation(String group, Windows own) {
    if (rotation.every().compareTo(own.warm()) > 0) {
      throw new IllegalArgumentException(
          "a generation is written to for %s, longer than the warm window of %s of %s; shorten meridian.dedup.rotate-every"
              .formatted(rotation.every(), own.warm(), group));
    }
  }

  private void checkRetention(Duration retention) {
    String topic = "its topic, by meridian.dedup.topic-retention,";
    windows.checkAgainst(retention, topic, "the default");
    windowsOfGroups.forEach((group, own) -> own.checkAgainst(retention, topic, group));
  }
}
