package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

  private static final Duration LIMIT = Duration.ofSeconds(40);

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
    long begin = System.nanoTime();
    stack.start();
    System.err.println("MEASURE start " + Duration.ofNanos(System.nanoTime() - begin));
    stack.awaitMirrors();
    System.err.println("MEASURE mirrors " + Duration.ofNanos(System.nanoTime() - begin));
  }

  @AfterAll
  void close() {
    long begin = System.nanoTime();
    stack.close();
    System.err.println("MEASURE close " + Duration.ofNanos(System.nanoTime() - begin));
    assertThat(stack.nodes()).noneMatch(Node::running);
  }

  @Test
  @Order(1)
  void mirror_recordInEachRegion_crossesBothWays() throws Exception {
    // When
    Records.send(kafka("eu"), "payments.us", "from eu");
    Records.send(kafka("us"), "payments.eu", "from us");

    // Then
    long begin = System.nanoTime();
    assertThat(Records.read(kafka("us"), "eu.payments.us", 1, LIMIT)).containsExactly("from eu");
    assertThat(Records.read(kafka("eu"), "us.payments.eu", 1, LIMIT)).containsExactly("from us");
    System.err.println("MEASURE first crossing " + Duration.ofNanos(System.nanoTime() - begin));
    begin = System.nanoTime();
    Records.send(kafka("eu"), "payments.us", "again");
    System.err.println("MEASURE sent " + Duration.ofNanos(System.nanoTime() - begin));
    Records.read(kafka("us"), "eu.payments.us", 2, LIMIT);
    System.err.println("MEASURE second crossing " + Duration.ofNanos(System.nanoTime() - begin));
  }

  @Test
  @Order(2)
  void cut_recordsMeanwhile_comeAfterHealing() throws Exception {
    // Given
    stack.cut("us");
    Records.send(kafka("eu"), "payments.us", "during the cut");
    List<String> during = Records.read(kafka("us"), "eu.payments.us", 3, Duration.ofSeconds(10));

    // When
    stack.heal("us");

    // Then
    assertThat(during).doesNotContain("during the cut");
    long begin = System.nanoTime();
    assertThat(Records.read(kafka("us"), "eu.payments.us", 3, LIMIT)).contains("during the cut");
    System.err.println("MEASURE after heal " + Duration.ofNanos(System.nanoTime() - begin));
  }

  @Test
  @Order(3)
  void kill_sourceBrokerThenTargetBroker_mirrorGoesOn() throws Exception {
    // When
    kafka("eu").kill();
    long begin = System.nanoTime();
    kafka("eu").start();
    System.err.println("MEASURE broker restart " + Duration.ofNanos(System.nanoTime() - begin));
    kafka("us").kill();
    kafka("us").start();

    // Then
    Records.send(kafka("eu"), "payments.us", "after both");
    begin = System.nanoTime();
    assertThat(Records.read(kafka("us"), "eu.payments.us", 100, Duration.ofSeconds(15)))
        .contains("from eu", "during the cut", "after both");
    System.err.println("MEASURE after kills " + Duration.ofNanos(System.nanoTime() - begin));
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
