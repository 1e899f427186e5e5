package dev.meridian.consumer.config;

import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Topics;
import io.smallrye.config.ConfigSourceContext;
import io.smallrye.config.ConfigSourceFactory;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.PropertiesConfigSource;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.spi.ConfigSource;

/**
 * Computes the topics of both channels from the region and the registry: the region's own and, by
 * exact name, each mirrored one. A pattern would find a new mirror only after minutes.
 */
public final class ChannelTopics implements ConfigSourceFactory {
  private static final int BELOW_ENVIRONMENT = 200;

  @Override
  public Iterable<ConfigSource> getConfigSources(ConfigSourceContext context) {
    ConfigValue region = context.getValue("meridian.region");
    ConfigValue regions = context.getValue("meridian.regions");
    if (missing(region) || missing(regions)) {
      return List.of(); // when the jar is built; at start MeridianConfig refuses
    }
    Map<String, String> topics = topics(region.getValue(), regions.getValue());
    return List.of(new PropertiesConfigSource(topics, "channel topics", BELOW_ENVIRONMENT));
  }

  static Map<String, String> topics(String region, String regions) {
    List<String> all = RegionRegistry.parse(regions).codes();
    return Map.of(
        "mp.messaging.incoming.payments.topics",
        String.join(",", payments(region, all)),
        "mp.messaging.incoming.results.topics",
        String.join(",", results(region, all)));
  }

  static List<String> payments(String region, List<String> allRegions) {
    return Topics.withMirrors(Topics.payments(region), region, allRegions);
  }

  static List<String> results(String region, List<String> allRegions) {
    return Topics.withMirrors(Topics.results(region), region, allRegions);
  }

  private static boolean missing(ConfigValue value) {
    return value == null || value.getValue() == null || value.getValue().isBlank();
  }
}
