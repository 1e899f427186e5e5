package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.DedupTables;
import dev.meridian.dedup.RotationPlan;
import dev.meridian.dedup.Windows;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

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

  /**
   * Reads and checks.
   *
   * @throws IllegalArgumentException with a sentence for whoever set them
   */
  static DedupSettings of(DedupConfig config) {
    Windows windows = new Windows(config.hotWindow(), config.warmWindow());
    Map<String, Windows> ofGroups = new TreeMap<>();
    config
        .groups()
        .forEach(
            (group, own) ->
                ofGroups.put(
                    group,
                    new Windows(
                        own.hotWindow().orElse(windows.hot()),
                        own.warmWindow().orElse(windows.warm()))));
    DedupSettings settings =
        new DedupSettings(
            new DedupTables(config.tableSchema().orElse(""), config.tablePrefix()),
            windows,
            Map.copyOf(ofGroups),
            new RotationPlan(config.rotateEvery(), config.parts()));
    settings.checkRotation();
    config.topicRetention().ifPresent(settings::checkRetention);
    return settings;
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
