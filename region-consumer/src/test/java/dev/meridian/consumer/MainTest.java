package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MainTest {
  private static final Map<String, String> COMPLETE =
      Map.of(
          "meridian.region", "eu",
          "meridian.regions", "eu=2",
          "kafka.bootstrap.servers", "broker:9092",
          "quarkus.datasource.jdbc.url", "jdbc:postgresql://db/consumer",
          "quarkus.redis.hosts", "redis://redis:6379");

  @Test
  void missing_everythingGiven_isNothing() {
    assertThat(missing(COMPLETE)).isEmpty();
  }

  @Test
  void missing_nothingGiven_isASentenceForEachSetting() {
    assertThat(missing(Map.of()))
        .hasSize(5)
        .allMatch(sentence -> sentence.startsWith("region-consumer can't start: set "))
        .anyMatch(sentence -> sentence.contains("KAFKA_BOOTSTRAP_SERVERS"))
        .anyMatch(sentence -> sentence.contains("QUARKUS_DATASOURCE_JDBC_URL"));
  }

  private static List<String> missing(Map<String, String> settings) {
    return Main.missing(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(settings, "test", 100))
            .build());
  }
}
