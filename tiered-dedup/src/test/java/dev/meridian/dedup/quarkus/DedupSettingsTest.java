package dev.meridian.dedup.quarkus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.dedup.DedupTables;
import dev.meridian.dedup.Windows;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DedupSettingsTest {

  private static DedupSettings settings(String... namesAndValues) {
    Map<String, String> properties = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.put("meridian.dedup." + namesAndValues[i], namesAndValues[i + 1]);
    }
    return DedupSettings.of(
        new SmallRyeConfigBuilder()
            .withMapping(DedupConfig.class)
            .withConverter(Duration.class, 200, new DurationConverter())
            .withSources(new PropertiesConfigSource(properties, "test", 100))
            .build()
            .getConfigMapping(DedupConfig.class));
  }

  @Test
  void settings_nothingSet_areTheDefaults() {
    DedupSettings settings = settings();

    assertThat(settings.windows().hot()).hasHours(24);
    assertThat(settings.windows().warm()).hasDays(7);
    assertThat(settings.tables()).isEqualTo(DedupTables.DEFAULT);
    assertThat(settings.rotation().every()).hasDays(1);
    assertThat(settings.rotation().parts()).isEqualTo(1);
  }

  @Test
  void settings_ofAGroup_standBesideThoseForAll() {
    DedupSettings settings = settings("groups.orders.hot-window", "2h", "warm-window", "3d");

    assertThat(settings.windowsOfGroups())
        .containsExactly(Map.entry("orders", new Windows(Duration.ofHours(2), Duration.ofDays(3))));
    assertThat(settings.windows().hot()).hasHours(24);
  }

  @Test
  void settings_thatCannotGoTogether_areRefusedWithWhatToChange() {
    assertThatThrownBy(() -> settings("hot-window", "40h", "warm-window", "1d"))
        .hasMessageContaining("shorten hot or lengthen warm");
    assertThatThrownBy(() -> settings("groups.orders.hot-window", "40h", "warm-window", "1d"))
        .hasMessageContaining("shorten hot or lengthen warm");
    assertThatThrownBy(() -> settings("topic-retention", "12h"))
        .hasMessageContaining("meridian.dedup.topic-retention")
        .hasMessageContaining("retention.ms to at least 86400000");
    assertThatThrownBy(() -> settings("topic-retention", "30h", "groups.orders.hot-window", "40h"))
        .hasMessageContaining("orders");
    assertThatThrownBy(() -> settings("rotate-every", "8d"))
        .hasMessageContaining("meridian.dedup.rotate-every");
    assertThatThrownBy(() -> settings("parts", "64")).hasMessageContaining("1 to 32");
  }

  @ParameterizedTest
  @CsvSource({
    "hot-window, 30m",
    "warm-window, 31d",
    "groups.orders.hot-window, 49h",
    "groups.orders.warm-window, 12h",
    "topic-retention, 12h",
    "redis-timeout, 0s",
    "breaker-calls, 0",
    "breaker-delay, -1s",
    "cached-marks, -1",
    "wait-for-others, 11s",
    "rotate-every, 0s",
    "rotate-every, 40d",
    "rotation-look-every, 0s",
    "parts, 33",
    "table-schema, a;b",
    "table-prefix, De-dup"
  })
  void settings_anyOneThatIsRefused_isNamed(String name, String value) {
    assertThatThrownBy(() -> settings(name, value))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("meridian.dedup." + name.replace("orders", "\"orders\""));
  }
}
