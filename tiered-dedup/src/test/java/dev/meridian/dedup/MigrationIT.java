package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trap 31, second part: a new version migrates while the old one writes. */
class MigrationIT {
  /** As the version before did it: by its own statements, on its own tables alone. */
  private static final String OLD_CLAIM =
      """
      INSERT INTO dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
      SELECT 'payments', '%s', current, '\\x01', 1 FROM dedup_generation
      ON CONFLICT DO NOTHING
      """;

  private final ExecutorService threads = Executors.newCachedThreadPool();
  @TempDir private Path newVersion;

  @AfterEach
  void stop() {
    threads.shutdownNow();
  }

  private static FluentConfiguration flyway(DataSource database) {
    // an index is built beside the writers: that waits for all that hold a snapshot, Flyway's own
    // lock among them if it were a transaction's
    return Flyway.configure()
        .dataSource(database)
        .configuration(java.util.Map.of("flyway.postgresql.transactional.lock", "false"));
  }

  @Test
  void migrate_threeInstancesWhileTheOldVersionWrites_eachVersionOnceAndNobodyFails()
      throws Exception {
    DataSource database = TestDatabase.empty();
    flyway(database).locations("db/dedup").target("2001").load().migrate();
    Files.writeString(
        newVersion.resolve("V2998__index_partition.sql"),
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS dedup_key_g1_first_seen ON dedup_key_g1 (first_seen);");
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger numbers = new AtomicInteger();
    List<Future<Integer>> writers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      writers.add(threads.submit(() -> writeAsBefore(database, over, numbers)));
    }
    CyclicBarrier together = new CyclicBarrier(3);
    List<Future<Integer>> instances = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      instances.add(
          threads.submit(
              () -> {
                together.await();
                return flyway(database)
                    .locations("db/dedup", "filesystem:" + newVersion)
                    .load()
                    .migrate()
                    .migrationsExecuted;
              }));
    }

    int executed = 0;
    for (Future<Integer> each : instances) {
      executed += each.get();
    }
    int written = numbers.get();
    over.set(true);
    int all = 0;
    for (Future<Integer> each : writers) {
      all += each.get();
    }

    assertThat(executed).isEqualTo(3);
    assertThat(written).isPositive();
    try (Instance instance = new Instance(database)) {
      assertThat(instance.text("SELECT count(*) FROM dedup_key")).isEqualTo("" + all);
      assertThat(
              instance.text(
                  "SELECT indisvalid FROM pg_index WHERE indexrelid = 'dedup_key_g1_first_seen'::regclass"))
          .isEqualTo("t");
      assertThat(instance.claimAndCommit("K1:" + "\u0001", "new"))
          .containsExactly("Duplicate", "New");
    }
  }

  private static int writeAsBefore(DataSource database, AtomicBoolean over, AtomicInteger numbers)
      throws SQLException {
    int written = 0;
    try (Instance old = new Instance(database)) {
      old.runAndCommit("SET lock_timeout = '5s'");
      while (!over.get()) {
        old.run("SELECT pg_advisory_xact_lock_shared(" + DedupTables.DEFAULT.writersLock() + ")");
        old.run(OLD_CLAIM.formatted("K" + numbers.incrementAndGet()));
        old.connection.commit();
        written++;
      }
    }
    return written;
  }

  /** Its backend is gone in the middle of a migration: the next start finds the rest to do. */
  @Test
  void migrate_killedInTheMiddle_theNextOneEndsIt() throws Exception {
    DataSource database = TestDatabase.empty();
    Files.writeString(
        newVersion.resolve("V2999__slow.sql"),
        "CREATE TABLE half_done (n int); SELECT pg_sleep(coalesce(nullif(current_setting('test.sleep', true), ''), '0')::float);");
    Future<?> killed =
        threads.submit(
            () ->
                flyway(database)
                    .locations("db/dedup", "filesystem:" + newVersion)
                    .initSql("SET test.sleep = '60'")
                    .load()
                    .migrate());
    TestDatabase.awaitText(
        database,
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
        "1");
    TestDatabase.text(
        database,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'");
    assertThat(killed).failsWithin(java.time.Duration.ofSeconds(30));

    int executed =
        flyway(database)
            .locations("db/dedup", "filesystem:" + newVersion)
            .load()
            .migrate()
            .migrationsExecuted;

    assertThat(executed).isEqualTo(1);
    try (Instance instance = new Instance(database)) {
      assertThat(instance.claimAndCommit("a")).containsExactly("New");
    }
  }
}
