package dev.meridian.dedup;

import static dev.meridian.dedup.HotBench.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.stack.PostgresReplica;
import dev.meridian.stack.PostgresServer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real asynchronous replica that takes over without the primary's last commits. */
class PromotedReplicaIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir private Path folder;
  private PostgresServer primary;

  @BeforeEach
  void start() {
    primary = PostgresServer.builder().name("primary").dataFolder(folder.resolve("p")).build();
    primary.start();
    primary.createDatabase("app");
    Flyway.configure().dataSource(primary.dataSource("app")).locations("db/dedup").load().migrate();
  }

  @AfterEach
  void stop() {
    primary.stop();
  }

  @Test
  void promote_underLoadWithoutTheLastCommits_marksOfThoseAnswerNothing() throws Exception {
    HotBench before = new HotBench(primary.dataSource("app"));
    before.deliver(batch("kept", 50));
    try (PostgresReplica replica = primary.replica(folder.resolve("r"), false)) {
      DataSource promoted = replica.server().dataSource("app");
      awaitEffects(promoted, 50);
      before.deliver("last");
      awaitEffects(promoted, 51);
      List<String> lost = loadWhileTheReplicaIsCutOff(before, replica);

      replica.promote();
      primary.kill();

      HotBench after = before.on(promoted);
      assertThat(after.deliver(batch("kept", 50)))
          .as("committed, but in another life")
          .containsOnly("warm");
      String[] again = lost.toArray(String[]::new);
      long beforeRedelivery = after.effects();
      List<String> words = after.deliver(again);
      assertThat(words).as("a lost commit's mark is no answer").doesNotContain("hot");
      assertThat(words).as("some commits were lost").contains("New");
      assertThat(after.effects())
          .isEqualTo(beforeRedelivery + words.stream().filter("New"::equals).count());
      assertThat(after.deliver(again)).containsOnly("hot");
      assertThat(after.eachOnce()).isTrue();
      assertThat(after.effects()).isEqualTo(51 + lost.size());
    }
  }

  /** Two instances apply and mark; each key that was told New is committed on the primary alone. */
  private List<String> loadWhileTheReplicaIsCutOff(HotBench bench, PostgresReplica replica)
      throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger numbers = new AtomicInteger();
    CountDownLatch enough = new CountDownLatch(20);
    ExecutorService instances = Executors.newFixedThreadPool(2);
    List<String> applied = new ArrayList<>();
    replica.cutOff();
    try {
      List<Future<List<String>>> work = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        work.add(instances.submit(() -> apply(bench, over, numbers, enough)));
      }
      enough.await();
      over.set(true);
      for (Future<List<String>> each : work) {
        applied.addAll(each.get());
      }
    } finally {
      instances.shutdownNow();
    }
    return applied;
  }

  private static List<String> apply(
      HotBench bench, AtomicBoolean over, AtomicInteger numbers, CountDownLatch enough)
      throws SQLException {
    List<String> applied = new ArrayList<>();
    while (!over.get()) {
      String[] keys = batch("lost" + numbers.incrementAndGet() + "/", 5);
      assertThat(bench.deliver(keys)).containsOnly("New");
      applied.addAll(List.of(keys));
      enough.countDown();
    }
    return applied;
  }

  private static void awaitEffects(DataSource replica, int effects) {
    Awaitility.await()
        .atMost(LIMIT)
        .ignoreExceptions()
        .until(
            () -> TestDatabase.text(replica, "SELECT count(*) FROM effect").equals("" + effects));
  }

  /** Idempotency look-ups never read a replica. */
  @Test
  void process_onAReplica_isRefusedWhateverHotSays() throws Exception {
    HotBench bench = new HotBench(primary.dataSource("app"));
    bench.deliver("a");
    try (PostgresReplica replica = primary.replica(folder.resolve("r"), false)) {
      DataSource standby = replica.server().dataSource("app");
      awaitEffects(standby, 1);

      assertThatThrownBy(() -> bench.on(standby).deliver("a"))
          .isInstanceOf(SQLException.class)
          .hasMessageContaining("recovery is in progress");
    }
  }
}
