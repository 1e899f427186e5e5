package dev.meridian.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.stack.TestedService;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Starts that are refused. {@link ServiceIT} runs it. */
abstract class RefusedStartsIT {
  private final RunningLedger ledger = RunningLedger.current();

  @Test
  void start_withoutAddresses_saysWhichAreMissing() throws Exception {
    TestedService bare = ledger.bare().launch();

    assertThat(bare.exitCode(Duration.ofMinutes(1))).isEqualTo(78);
    assertThat(bare.output())
        .contains("set MERIDIAN_REGION (meridian.region)", "set KAFKA_BOOTSTRAP_SERVERS")
        .contains("set QUARKUS_DATASOURCE_JDBC_URL");
  }

  @Test
  void start_withoutItsTopics_saysWhichAreMissing() throws Exception {
    TestedService american = ledger.configured("us").launch();

    assertThat(american.exitCode(Duration.ofMinutes(1))).isNotZero();
    assertThat(american.output())
        .contains("home-region-ledger can't start: Kafka at " + ledger.kafka().bootstrap())
        .contains("eu.ledger-commands.us");
  }
}
