package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.ServerSocket;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class PostgresServerIT {

  private PostgresServer server;

  PostgresServerIT(@TempDir Path folder) {
    server = PostgresServer.builder().name("postgres-it").dataFolder(folder).build();
  }

  @BeforeAll
  void start() {
    server.start();
  }

  @AfterAll
  void stop() {
    server.stop();
  }

  @Test
  void start_newServer_sortsByBytesAndSpeaksEnglish() throws SQLException {
    // When
    String settings =
        query(
            "postgres",
            "select concat_ws(' ', current_setting('server_version_num')::int / 10000,"
                + " current_setting('server_encoding'), current_setting('lc_messages'),"
                + " datcollate, current_setting('log_timezone'))"
                + " from pg_database where datname = current_database()");

    // Then
    assertThat(settings).isEqualTo("18 UTF8 C C UTC");
  }

  @Test
  void createDatabase_twice_isThereOnce() throws SQLException {
    // Given
    server.createDatabase("ledger");

    // When
    server.createDatabase("ledger");

    // Then
    assertThat(query("ledger", "select current_database()")).isEqualTo("ledger");
  }

  @Test
  void createRole_twice_isThereOnceAndHasNoRights() throws SQLException {
    // Given
    server.createRole("clerk");

    // When
    server.createRole("clerk");

    // Then
    assertThat(
            query(
                "postgres",
                "select rolcanlogin and not rolsuper and not rolcreatedb from pg_roles where rolname = 'clerk'"))
        .isEqualTo("t");
  }

  @Test
  void kill_committedRow_isThereAfterStart() throws SQLException {
    // Given
    String database = server.freshDatabase("kill");
    run(database, "create table t as select 42 as answer");
    int port = server.port();

    // When
    server.kill();
    boolean afterKill = server.running();
    server.start();

    // Then
    assertThat(afterKill).isFalse();
    assertThat(server.port()).isEqualTo(port);
    assertThat(query(database, "select answer from t")).isEqualTo("42");
  }

  @Test
  void start_portTaken_saysProcessPortAndLog(@TempDir Path folder) throws Exception {
    // Given
    PostgresServer other =
        PostgresServer.builder().name("postgres-late").dataFolder(folder).build();
    try (ServerSocket taken = new ServerSocket(other.port(), 1, null)) {
      assertThat(taken.isBound()).isTrue();

      // When, Then
      assertThatThrownBy(other::start)
          .isInstanceOf(StackException.class)
          .hasMessageContaining("postgres-late")
          .hasMessageContaining(Integer.toString(other.port()))
          .hasMessageContaining("could not bind");
    }
    assertThat(other.running()).isFalse();
  }

  private String query(String database, String sql) throws SQLException {
    try (Connection connection = server.dataSource(database).getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void run(String database, String sql) throws SQLException {
    try (Connection connection = server.dataSource(database).getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
