package dev.meridian.consumer.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The settings whose defaults lose money: a change of one of them must break the build. */
class ApplicationPropertiesTest {
  private static final String CONNECTOR = "mp.messaging.connector.smallrye-kafka.";
  private static final Properties PROPERTIES = new Properties();

  @BeforeAll
  static void read() throws IOException {
    try (InputStream file =
        ApplicationPropertiesTest.class.getResourceAsStream("/application.properties")) {
      PROPERTIES.load(file);
    }
  }

  @Test
  void offsets_newGroup_beginAtTheEarliest() {
    assertThat(connector("auto.offset.reset")).isEqualTo("earliest");
  }

  @Test
  void commits_always_onlyOfWhatIsAcknowledgedWithoutGap() {
    assertThat(connector("commit-strategy")).isEqualTo("throttled");
    assertThat(connector("enable.auto.commit")).isEqualTo("false");
    assertThat(connector("failure-strategy")).isEqualTo("fail");
  }

  @Test
  void outage_ofAMinute_doesNotStopTheChannel() {
    assertThat(connector("throttled.unprocessed-record-max-age.ms")).isEqualTo("0");
  }

  @Test
  void topics_missing_areNotMade() {
    assertThat(connector("allow.auto.create.topics")).isEqualTo("false");
  }

  @Test
  void channels_both_useTheConnectorAndNothingOfTheirOwn() {
    Set<String> own =
        Set.of("connector", "pausable"); // a channel's own attribute would override the connector's
    assertThat(PROPERTIES.stringPropertyNames())
        .filteredOn(name -> name.startsWith("mp.messaging.incoming."))
        .allMatch(name -> own.contains(name.substring(name.lastIndexOf('.') + 1)));
  }

  @Test
  void addresses_inProduction_haveNoDefault() {
    assertThat(PROPERTIES.stringPropertyNames())
        .noneMatch(name -> name.contains("bootstrap.servers"))
        .doesNotContain("quarkus.datasource.jdbc.url", "meridian.region", "meridian.regions");
    assertThat(PROPERTIES.getProperty("quarkus.devservices.enabled")).isEqualTo("false");
  }

  private static String connector(String attribute) {
    return PROPERTIES.getProperty(CONNECTOR + attribute);
  }
}
