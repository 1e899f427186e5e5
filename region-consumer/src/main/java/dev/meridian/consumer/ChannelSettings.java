package dev.meridian.consumer;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.Config;

/**
 * The channels' settings whose other values lose money, as they are in force: an environment
 * variable may have changed what this service is packaged with.
 */
final class ChannelSettings {
  private static final Map<String, String> NEEDED = new LinkedHashMap<>();

  static {
    NEEDED.put("auto.offset.reset", "earliest");
    NEEDED.put("enable.auto.commit", "false");
    NEEDED.put("commit-strategy", "throttled");
    NEEDED.put("failure-strategy", "fail");
    NEEDED.put("throttled.unprocessed-record-max-age.ms", "0");
    NEEDED.put("allow.auto.create.topics", "false");
  }

  private ChannelSettings() {}

  /** A sentence for each that has another value. */
  static List<String> wrong(Config config) {
    List<String> wrong = new ArrayList<>();
    for (String channel : List.of("payments", "results")) {
      NEEDED.forEach(
          (attribute, needed) -> {
            String value = inForce(config, channel, attribute);
            if (!needed.equals(value)) {
              wrong.add(
                  "region-consumer can't start: channel %s has %s=%s, which loses payments. Take that setting away: it must be %s."
                      .formatted(channel, attribute, value, needed));
            }
          });
    }
    return wrong;
  }

  private static String inForce(Config config, String channel, String attribute) {
    return config
        .getOptionalValue("mp.messaging.incoming." + channel + "." + attribute, String.class)
        .or(
            () ->
                config.getOptionalValue(
                    "mp.messaging.connector.smallrye-kafka." + attribute, String.class))
        .orElse("the library's default");
  }
}
