package dev.meridian.ledger.config;

import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Topics;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * Computes the channels' topics from region and registry: the region's own commands and, by exact
 * name, each mirrored one. A pattern would find a new mirror only after minutes.
 */
public final class RegionChannels implements ConfigSourceFactory {
  private static final int BELOW_ENVIRONMENT = 200;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    String region = text(context.getValue("meridian.region"));
    String regions = text(context.getValue("meridian.regions"));
    if (region.isEmpty() || regions.isEmpty()) {
      return List.of(); // when the jar is built; at start Main refuses
    }
    List<String> codes = RegionRegistry.parse(regions).codes();
    Map<String, String> topics =
        Map.of(
            "mp.messaging.incoming.commands.topics",
            String.join(",", commands(region, codes)),
            "mp.messaging.incoming.balances.topics",
            String.join(",", balances(region, codes)));
    return List.of(new PropertiesConfigSource(topics, "region channels", BELOW_ENVIRONMENT));
  }

  /** The topics that commands to this region come on. */
  public static List<String> commands(String region, List<String> allRegions) {
    return Topics.withMirrors(Topics.commands(region), region, allRegions);
  }

  /** The topics that other homes tell balances on; a region alone listens to itself. */
  public static List<String> balances(String region, List<String> allRegions) {
    List<String> others =
        allRegions.stream()
            .filter(home -> !home.equals(region))
            .map(home -> Topics.mirrored(home, Topics.balances(home)))
            .toList();
    return others.isEmpty() ? List.of(Topics.balances(region)) : others;
  }

  private static String text(@Nullable ConfigValue value) {
    return value == null || value.getValue() == null ? "" : value.getValue().strip();
  }
}
