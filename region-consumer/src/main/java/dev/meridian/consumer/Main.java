package dev.meridian.consumer;

import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.annotations.QuarkusMain;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/**
 * Starts the service, or says in a sentence per setting what is missing: without them a library's
 * default would go looking for a broker or a database on this host.
 */
@QuarkusMain
public final class Main {
  private static final int BAD_CONFIGURATION = 78; // sysexits.h, EX_CONFIG

  private static final Map<String, String> NEEDED = new LinkedHashMap<>();

  static {
    NEEDED.put("meridian.region", "the region this service runs in, for example eu");
    NEEDED.put("meridian.regions", "all regions and their numbers, for example cn=1,eu=2,us=3");
    NEEDED.put("kafka.bootstrap.servers", "the addresses of this region's Kafka");
    NEEDED.put("quarkus.datasource.jdbc.url", "the address of this region's database consumer");
    NEEDED.put("quarkus.redis.hosts", "the address of this region's Redis");
  }

  Main() {}

  public static void main(String... args) {
    Config config = ConfigProvider.getConfig();
    List<String> faults = new ArrayList<>(missing(config));
    faults.addAll(ChannelSettings.wrong(config));
    if (faults.isEmpty()) {
      Quarkus.run(args);
      return;
    }
    faults.forEach(System.err::println);
    System.exit(BAD_CONFIGURATION);
  }

  /** A sentence for each setting that has no value. */
  static List<String> missing(Config config) {
    return NEEDED.entrySet().stream()
        .filter(setting -> config.getOptionalValue(setting.getKey(), String.class).isEmpty())
        .map(
            setting ->
                "region-consumer can't start: set %s (%s): %s."
                    .formatted(
                        setting
                            .getKey()
                            .replace('.', '_')
                            .replace('-', '_')
                            .toUpperCase(Locale.ROOT),
                        setting.getKey(),
                        setting.getValue()))
        .toList();
  }
}
