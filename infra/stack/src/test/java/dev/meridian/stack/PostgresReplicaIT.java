package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class PostgresReplicaIT {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  private final PostgresServer primary;
  private final Path folder;

  PostgresReplicaIT(@TempDir Path folder) {
    this.folder = folder;
    primary = PostgresServer.builder().name("primary").dataFolder(folder.resolve("p")).build();
    primary.start();
    primary.execute("create table t (n int primary key)");
  }

  @AfterEach
  void stop() {
    primary.stop();
  }

  @Test
  void promote_asynchronousReplicaCutOff_forgetsWhatItMissedOnTimeline2() throws SQLException {
    // Given
    try (PostgresReplica replica = primary.replica(folder.resolve("r"), false)) {
      primary.execute("insert into t values (1)");
      await().atMost(LIMIT).until(() -> count(replica.server()) == 1);
      replica.cutOff();
      primary.execute("insert into t values (2)");

      // When
      replica.promote();

      // Then
      assertThat(count(replica.server())).isEqualTo(1);
      assertThat(
              query(replica.server(), "select substr(pg_walfile_name(pg_current_wal_lsn()), 8, 1)"))
          .isEqualTo("2");
      replica.server().execute("insert into t values (3)");
    }
  }

  @Test
  void reconnect_replicaThatWasCutOff_catchesUp() {
    // Given
    try (PostgresReplica replica = primary.replica(folder.resolve("r"), false)) {
      replica.cutOff();
      primary.execute("insert into t values (1)");

      // When
      replica.reconnect();

      // Then
      await().atMost(LIMIT).until(() -> count(replica.server()) == 1);
    }
  }

  @Test
  void commit_quorumReplicaCutOff_waitsForIt() throws SQLException {
    // Given
    try (PostgresReplica replica = primary.replica(folder.resolve("r"), true)) {
      primary.execute("insert into t values (1)");
      assertThat(count(replica.server())).isEqualTo(1);
      replica.cutOff();

      // When
      try (Connection connection = primary.dataSource("postgres").getConnection();
          Statement statement = connection.createStatement()) {
        statement.setQueryTimeout(2);

        // Then: the time-out ends the wait, with a warning, not the commit
        long begin = System.nanoTime();
        statement.execute("insert into t values (2)");
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
            .isGreaterThan(Duration.ofSeconds(1));
        assertThat(statement.getWarnings().getMessage()).contains("synchronous replication");
      }
    }
  }

  private static int count(PostgresServer server) throws SQLException {
    return Integer.parseInt(query(server, "select count(*) from t"));
  }

  private static String query(PostgresServer server, String sql) throws SQLException {
    try (Connection connection = server.dataSource("postgres").getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
