package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The same API on containers; needs a Docker engine. */
@Tag("containers")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ContainersIT {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final String before = System.getProperty(Backend.PROPERTY, "embedded");
  private final Stack stack;

  ContainersIT(@TempDir Path folder) {
    System.setProperty(Backend.PROPERTY, "containers");
    stack =
        Stack.builder()
            .regions("cn", "eu", "us")
            .linkDelay(Duration.ofMillis(20))
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
    System.setProperty(Backend.PROPERTY, before);
    stack.close();
    assertThat(stack.nodes()).noneMatch(Node::running);
  }

  @Test
  void mirror_recordsFromTwoRegions_crossTheirLinks() throws Exception {
    // When
    Records.send(stack.region("eu").kafka(), "payments.us", "from eu");
    Records.send(stack.region("cn").kafka(), "payments.us", "from cn");

    // Then
    KafkaBroker us = stack.region("us").kafka();
    assertThat(Records.awaitValue(us, "eu.payments.us", "from eu", LIMIT)).isTrue();
    assertThat(Records.awaitValue(us, "cn.payments.us", "from cn", LIMIT)).isTrue();
    assertThat(stack.link("eu", "us").bytesForwarded()).isPositive();
  }

  @Test
  void kill_eachServer_isBackOnTheSamePortWithItsData() throws Exception {
    // Given
    Region cn = stack.region("cn");
    cn.postgres().execute("create table kept as select 1 as n");
    Records.send(cn.kafka(), "payments.cn", "kept");

    // When
    for (Node node : cn.nodes()) {
      node.kill();
      assertThat(node.running()).isFalse();
      node.start();
    }

    // Then
    assertThat(Records.awaitValue(cn.kafka(), "payments.cn", "kept", LIMIT)).isTrue();
    assertThat(Probes.redisAnswers(cn.redis().port())).isTrue();
    assertThat(tableExists(cn.postgres(), "kept")).isTrue();
    assertThat(cn.postgres().log()).isNotEmptyFile();
  }

  @Test
  void replica_inContainers_saysWhatToUse(@TempDir Path folder) {
    assertThatThrownBy(() -> stack.region("cn").postgres().replica(folder, true))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("embedded");
  }

  private static boolean tableExists(PostgresServer server, String table) throws SQLException {
    try (Connection connection = server.dataSource("postgres").getConnection()) {
      return connection.getMetaData().getTables(null, "public", table, null).next();
    }
  }
}
