package dev.meridian.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.stack.TestedService;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Starts that are refused. {@link ServiceIT} runs it. */
abstract class RefusedStartsIT {
  private final RunningConsumer running = RunningConsumer.current();

  @Test
  void start_topicsMissing_refusesNamingThem() throws Exception {
    TestedService other = running.configured("cn").launch();

    assertThat(other.exitCode(Duration.ofMinutes(2))).isNotZero();
    assertThat(other.output())
        .contains("region-consumer can't start: Kafka at " + running.kafka().bootstrap())
        .contains("eu.payments.cn");
  }

  @Test
  void start_addressesMissing_refusesWithASentenceForEach() throws Exception {
    TestedService bare = running.bare().launch();

    assertThat(bare.exitCode(Duration.ofMinutes(1))).isEqualTo(78);
    assertThat(bare.output())
        .contains("set KAFKA_BOOTSTRAP_SERVERS")
        .contains("set QUARKUS_DATASOURCE_JDBC_URL")
        .contains("set QUARKUS_REDIS_HOSTS")
        .contains("set MERIDIAN_REGION ");
  }

  /** Kafka's defaults lose money; an environment variable must not bring one back. */
  @Test
  void start_offsetsFromTheLatest_refusesNamingTheSetting() throws Exception {
    TestedService wrong =
        running
            .configured("eu")
            .with("MP_MESSAGING_INCOMING_PAYMENTS_AUTO_OFFSET_RESET", "latest")
            .launch();

    assertThat(wrong.exitCode(Duration.ofMinutes(1))).isEqualTo(78);
    assertThat(wrong.output())
        .contains("channel payments has auto.offset.reset=latest")
        .contains("it must be earliest");
  }

  /** What the database remembers of ids outlives any configuration. */
  @Test
  void start_regionsRenumbered_refusesAndSaysWhichAndWhy() throws Exception {
    running.take(TestProducer.payment());
    TestedService renumbered =
        running.configured("eu").with("MERIDIAN_REGIONS", "cn=1,eu=7,us=3").launch();

    assertThat(renumbered.exitCode(Duration.ofMinutes(1))).isNotZero();
    assertThat(renumbered.output()).contains("ids can't be given out").contains("eu").contains("7");
  }
}
