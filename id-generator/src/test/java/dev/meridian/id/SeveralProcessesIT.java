package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.stack.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Several JVMs on one database, all with the same node name: one is killed inside a block and
 * started again, the clock is set back. The processes' own clocks need no test: {@link ClockTest}
 * shows that nothing looks at them. The one clock there is, that of the lease log, goes back here.
 */
class SeveralProcessesIT {

  private static final String SAME_NODE = "pod-0";
  private static final int THREADS = 4;
  private static final int IDS_PER_THREAD = 850_000;
  private static final int TEN_MILLION = 10_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Path folder;
  private final PostgresServer server = PostgresServer.shared();
  private final String name = server.freshDatabase("processes");
  private final DataSource database = server.dataSource(name);
  private final List<Process> processes = new ArrayList<>();

  SeveralProcessesIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @AfterEach
  void end() {
    processes.forEach(Process::destroyForcibly);
  }

  @Test
  void next_killedInsideABlockRestartedAndTheClockSetBack_tenMillionNoneTwice() throws Exception {
    TestDatabase.migrate(database);
    Process one = start("one");
    Process two = start("two");
    Process killed = start("killed");
    Path progress = folder.resolve("killed").resolve("thread-0");
    await()
        .atMost(LIMIT)
        .until(() -> Files.exists(progress) && DrawingProcess.idAt(progress, 1_000) != 0);

    // kill -9 in the middle of a block
    killed.destroyForcibly().waitFor();
    // an hour back, for every lease from now on
    TestDatabase.update(
        database,
        "ALTER TABLE id_lease ALTER COLUMN at SET DEFAULT clock_timestamp() - interval '1 hour'");
    Process restarted = start("restarted");
    for (Process process : List.of(one, two, restarted)) {
      assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as("exit code; see its output above").isZero();
    }

    List<Path> files = files();
    long[] all = new long[files.size() * IDS_PER_THREAD];
    int count = 0;
    int killedOnes = 0;
    for (Path file : files) {
      long[] drawn = DrawingProcess.written(file);
      assertThat(isRising(drawn)).as("%s rises", file).isTrue();
      killedOnes += file.startsWith(folder.resolve("killed")) ? drawn.length : 0;
      System.arraycopy(drawn, 0, all, count, drawn.length);
      count += drawn.length;
    }
    all = Arrays.copyOf(all, count);
    Arrays.parallelSort(all);
    assertThat(killedOnes).isBetween(1_000, THREADS * IDS_PER_THREAD - 1);
    assertThat(all.length).isGreaterThanOrEqualTo(TEN_MILLION);
    assertThat(isRising(all)).as("none twice").isTrue();
    assertThat(
            TestDatabase.text(
                database,
                """
                SELECT count(*) FROM id_lease a JOIN id_lease b USING (region, kind, epoch)
                 WHERE a.first < b.first AND b.first <= a.last
                """))
        .isEqualTo("0");
  }

  private Process start(String process) throws IOException {
    Path own = Files.createDirectory(folder.resolve(process));
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.meridian.id.DrawingProcess",
                server.jdbcUrl(name),
                SAME_NODE,
                own.toString(),
                Integer.toString(THREADS),
                Integer.toString(IDS_PER_THREAD))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    processes.add(started);
    return started;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  private static boolean isRising(long[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i - 1] >= values[i]) {
        return false;
      }
    }
    return true;
  }
}
