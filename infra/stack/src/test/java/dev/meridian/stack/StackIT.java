package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class StackIT {

  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final Duration CUT = Duration.ofSeconds(4);

  private final Stack stack;

  StackIT(@TempDir Path folder) {
    stack =
        Stack.builder()
            .regions("eu", "us")
            .linkDelay(Duration.ofMillis(80))
            .dataFolder(folder)
            .topics(new TestTopics())
            .build();
  }

  @BeforeAll
  void start() {
    stack.start();
    stack.awaitMirrors();
  }

  @AfterAll
  void close() {
    stack.close();
    stack.close();
    assertThat(stack.nodes()).noneMatch(Node::running);
  }

  @Test
  @Order(1)
  void mirror_recordInEachRegion_crossesBothWays() throws Exception {
    // When
    Records.send(kafka("eu"), "payments.us", "from eu");
    Records.send(kafka("us"), "payments.eu", "from us");

    // Then
    assertThat(Records.awaitValue(kafka("us"), "eu.payments.us", "from eu", LIMIT)).isTrue();
    assertThat(Records.awaitValue(kafka("eu"), "us.payments.eu", "from us", LIMIT)).isTrue();
    assertThat(stack.link("us", "eu").bytesForwarded()).isPositive();
  }

  @Test
  @Order(2)
  void cut_recordMeanwhile_comesAfterHealing() throws Exception {
    // Given
    stack.cut("us");
    Records.send(kafka("eu"), "payments.us", "in the cut");
    boolean during = Records.awaitValue(kafka("us"), "eu.payments.us", "in the cut", CUT);

    // When
    stack.heal("us");

    // Then
    assertThat(during).isFalse();
    assertThat(Records.awaitValue(kafka("us"), "eu.payments.us", "in the cut", LIMIT)).isTrue();
  }

  @Test
  @Order(3)
  void kill_sourceAndTargetBroker_mirrorGoesOnAfterTheirStart() throws Exception {
    // When
    kafka("eu").kill();
    kafka("us").kill();
    kafka("eu").start();
    kafka("us").start();

    // Then
    Records.send(kafka("eu"), "payments.us", "after both");
    assertThat(Records.awaitValue(kafka("us"), "eu.payments.us", "in the cut", LIMIT)).isTrue();
    assertThat(Records.awaitValue(kafka("us"), "eu.payments.us", "after both", LIMIT)).isTrue();
  }

  @Test
  @Order(4)
  void describe_runningStack_isReadBackByAnotherProgram() {
    // When
    StackDescription read = StackDescription.read(stack.dataFolder());

    // Then
    assertThat(read).isEqualTo(stack.describe());
    assertThat(read.region("us").number()).isEqualTo(2);
    assertThat(read.region("us").kafka()).isEqualTo(kafka("us").bootstrap());
  }

  @Test
  @Order(5)
  void consumer_stackWithoutServices_saysSo() {
    assertThatThrownBy(() -> stack.region("eu").consumer())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("without services");
  }

  private KafkaBroker kafka(String region) {
    return stack.region(region).kafka();
  }
}
