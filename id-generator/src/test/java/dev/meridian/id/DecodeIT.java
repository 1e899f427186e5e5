package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.stack.PostgresServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/** The command as people start it, in a process of its own. */
class DecodeIT {

  private static final Region EU = new Region("eu", 2);

  private record Ended(int exitCode, String output) {}

  private static Ended decode(String... arguments) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command =
        new ArrayList<>(
            List.of(
                java.toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.meridian.id.decode.Main"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("PGUSER", "postgres", "PGPASSWORD", "postgres"));
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Ended(process.exitValue(), output);
  }

  @Test
  void decode_leasedId_saysWhenAndByWhom() throws Exception {
    PostgresServer server = PostgresServer.shared();
    String name = server.freshDatabase("decode");
    DataSource database = server.dataSource(name);
    TestDatabase.migrate(database);
    RegionId id =
        new IdGenerator(new IdKind("pay"), EU, new PostgresBlockStore(database, "pod-7")).nextId();

    Ended known = decode(id.text().toUpperCase(Locale.ROOT), "--database", server.jdbcUrl(name));
    Ended unknown =
        decode(
            RegionId.of(id.kind(), EU, id.value() + 5_000).text(),
            "--database",
            server.jdbcUrl(name));

    assertThat(known.output())
        .contains(id.text(), "kind      pay", "region    eu, number 2", "epoch     4,")
        .contains("sequence  0", "number    " + id.value())
        .containsPattern(
            "leased    20\\d\\d-\\d\\d-\\d\\dT.*Z by pod-7, with the sequences 0 to 999");
    assertThat(known.exitCode()).isZero();
    assertThat(unknown.output()).contains("leased    by nobody that this database knows of");
    assertThat(unknown.exitCode()).isEqualTo(1);
  }
}
