package dev.meridian.ledger.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The settings whose defaults lose money: a change of one of them must break the build. */
class ApplicationPropertiesTest {
  private static final String CHANNEL = "mp.messaging.incoming.commands.";
  private static final Properties PROPERTIES = new Properties();

  @BeforeAll
  static void read() throws IOException {
    try (InputStream file =
        ApplicationPropertiesTest.class.getResourceAsStream("/application.properties")) {
      PROPERTIES.load(file);
    }
  }

  @Test
  void balances_asCommands_loseNothingByDefaults() {
    for (String attribute :
        List.of(
            "auto.offset.reset",
            "commit-strategy",
            "enable.auto.commit",
            "failure-strategy",
            "throttled.unprocessed-record-max-age.ms",
            "allow.auto.create.topics")) {
      assertThat(PROPERTIES.getProperty("mp.messaging.incoming.balances." + attribute))
          .as(attribute)
          .isEqualTo(channel(attribute));
    }
  }

  @Test
  void offsets_newGroup_beginAtTheEarliest() {
    assertThat(channel("auto.offset.reset")).isEqualTo("earliest");
  }

  @Test
  void commits_always_onlyOfWhatIsAcknowledgedWithoutGap() {
    assertThat(channel("commit-strategy")).isEqualTo("throttled");
    assertThat(channel("enable.auto.commit")).isEqualTo("false");
    assertThat(channel("failure-strategy")).isEqualTo("fail");
  }

  @Test
  void outage_ofAMinute_doesNotStopTheChannel() {
    assertThat(channel("throttled.unprocessed-record-max-age.ms")).isEqualTo("0");
  }

  @Test
  void topics_missing_areNotMade() {
    assertThat(channel("allow.auto.create.topics")).isEqualTo("false");
  }

  @Test
  void ids_and_relay_neverTakePartInACallersTransaction() {
    assertThat(PROPERTIES.getProperty("quarkus.datasource.apart.jdbc.transactions"))
        .isEqualTo("disabled");
  }

  @Test
  void isolation_ofBookings_isReadCommitted() {
    assertThat(PROPERTIES.getProperty("quarkus.datasource.jdbc.transaction-isolation-level"))
        .isEqualTo("read-committed");
  }

  @Test
  void addresses_inProduction_haveNoDefault() {
    assertThat(PROPERTIES.stringPropertyNames())
        .noneMatch(name -> name.contains("bootstrap.servers"))
        .doesNotContain("quarkus.datasource.jdbc.url", "meridian.region", "meridian.regions");
    assertThat(PROPERTIES.getProperty("quarkus.devservices.enabled")).isEqualTo("false");
  }

  private static String channel(String attribute) {
    return PROPERTIES.getProperty(CHANNEL + attribute);
  }
}
