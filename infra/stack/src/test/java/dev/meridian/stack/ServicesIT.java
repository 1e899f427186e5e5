package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A region with services that are a stand-in, so that this module's tests need no other module. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServicesIT {

  private final Stack stack;

  ServicesIT(@TempDir Path folder) throws IOException {
    Path jar = FakeService.packaged(folder);
    stack =
        Stack.builder()
            .regions(Map.of("eu", 2))
            .dataFolder(folder)
            .home("single:eu")
            .services(new ServiceJars(jar, jar))
            .serviceEnv("EXTRA", "for both")
            .ledgerEnv("EXTRA", "for the ledger")
            .build();
  }

  @BeforeAll
  void start() {
    stack.start();
  }

  @AfterAll
  void close() {
    stack.close();
    assertThat(stack.nodes()).noneMatch(Node::running);
  }

  @Test
  void start_service_getsItsRegionsAddresses() throws IOException {
    // Given
    Region eu = stack.region("eu");

    // When
    String environment = get(eu.consumer());

    // Then
    assertThat(environment)
        .contains(
            "QUARKUS_DATASOURCE_JDBC_URL=" + eu.postgres().jdbcUrl("consumer"),
            "KAFKA_BOOTSTRAP_SERVERS=" + eu.kafka().bootstrap(),
            "QUARKUS_REDIS_HOSTS=" + eu.redis().uri(),
            "MERIDIAN_REGION=eu",
            "MERIDIAN_REGIONS=eu=2",
            "MERIDIAN_HOME=single:eu",
            "EXTRA=for both");
    assertThat(get(eu.ledger())).contains(eu.postgres().jdbcUrl("ledger"), "EXTRA=for the ledger");
  }

  @Test
  void addConsumer_besideTheFirst_hasItsOwnPortAndIsDescribed() throws IOException {
    // When
    ServiceProcess second = stack.region("eu").addConsumer(Map.of("EXTRA", "second"));

    // Then
    assertThat(get(second)).contains("EXTRA=second");
    assertThat(stack.describe().region("eu").consumerUrls())
        .contains(stack.region("eu").consumer().url(), second.url());
    second.kill();
    second.start();
    assertThat(get(second)).contains("EXTRA=second");
  }

  @Test
  void addLedger_thatFails_saysWhichPortAndItsLastLines() {
    assertThatThrownBy(() -> stack.region("eu").addLedger(Map.of("FAIL", "yes")))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("home-region-ledger-eu-2 on port")
        .hasMessageContaining("no configuration for eu");
  }

  private static String get(ServiceProcess service) throws IOException {
    try (InputStream body = URI.create(service.url()).toURL().openStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
