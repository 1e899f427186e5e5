package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.io.IOException;
import java.net.URL;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChannelSettingsTest {
  private static final int PACKAGED = 250;
  private static final int ENVIRONMENT = 300;

  private static List<String> wrong(Map<String, String> environment) throws IOException {
    URL packaged =
        Objects.requireNonNull(
            ChannelSettingsTest.class.getResource("/application.properties"), "packaged");
    return ChannelSettings.wrong(
        new SmallRyeConfigBuilder()
            .withSources(new PropertiesConfigSource(packaged, PACKAGED))
            .withSources(new PropertiesConfigSource(environment, "environment", ENVIRONMENT))
            .build());
  }

  @Test
  void wrong_asPackaged_isNothing() throws IOException {
    assertThat(wrong(Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "auto.offset.reset,latest",
    "enable.auto.commit,true",
    "commit-strategy,latest",
    "failure-strategy,ignore",
    "throttled.unprocessed-record-max-age.ms,60000",
    "allow.auto.create.topics,true"
  })
  void wrong_oneOfALibrarysDefaults_isNamedForItsChannelOrBoth(String attribute, String value)
      throws IOException {
    assertThat(wrong(Map.of("mp.messaging.incoming.results." + attribute, value)))
        .singleElement()
        .asString()
        .contains("channel results", attribute + "=" + value, "it must be");
    assertThat(wrong(Map.of("mp.messaging.connector.smallrye-kafka." + attribute, value)))
        .hasSize(2);
  }
}
