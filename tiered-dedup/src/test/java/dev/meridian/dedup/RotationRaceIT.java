package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers and readers at work while generations are opened. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RotationRaceIT {
  /** So many tables are probed at most; the test drops those that it needs no more. */
  private static final int KEPT_GENERATIONS = 8;

  /** So many keys are claimed across each rotation, each by two. */
  private static final int PAIRS = 10;

  private final DataSource database = TestDatabase.fresh();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Rotation rotation = new Rotation(database, DedupTables.DEFAULT, RotationPlan.DAILY);

  @AfterEach
  void stop() {
    rotation.close();
    threads.shutdownNow();
  }

  /** The key is unique whatever day it is: the reason why there is one current generation. */
  @Test
  void claim_sameKeyByTwoAcrossARotation_isNewOnce() throws Exception {
    int rotations = Rounds.of(20, 1_000);
    CyclicBarrier together = new CyclicBarrier(2 * PAIRS + 1);
    List<Future<List<String>>> racing = new ArrayList<>();
    try (Instance job = new Instance(database)) {
      for (int i = 0; i < 2 * PAIRS; i++) {
        racing.add(threads.submit(race(together, "K" + i / 2, rotations)));
      }

      rotateWithEachTry(job, together, rotations);

      for (int pair = 0; pair < PAIRS; pair++) {
        List<String> mine = racing.get(2 * pair).get();
        List<String> theirs = racing.get(2 * pair + 1).get();
        for (int i = 0; i < rotations; i++) {
          assertThat(List.of(mine.get(i), theirs.get(i)))
              .as("pair %d, rotation %d", pair, i)
              .containsExactlyInAnyOrder("New", "Duplicate");
        }
      }
      assertThat(job.text("SELECT current FROM dedup_generation")).isEqualTo("" + (rotations + 1));
    }
  }

  private Callable<List<String>> race(CyclicBarrier together, String prefix, int rotations) {
    return () -> {
      List<String> words = new ArrayList<>();
      try (Instance instance = new Instance(database)) {
        for (int i = 0; i < rotations; i++) {
          together.await();
          words.addAll(instance.claimAndCommit(prefix + "-" + i));
          together.await();
        }
      }
      return words;
    };
  }

  /** The job's steps on one connection that doesn't wait for disks. */
  private void rotateWithEachTry(Instance job, CyclicBarrier together, int tries) throws Exception {
    for (int i = 0; i < tries; i++) {
      rotation.makeTables(job.connection, i + 2);
      job.connection.commit();
      together.await();
      assertThat(rotation.open(job.connection, i + 1)).isEqualTo(OptionalInt.of(i + 2));
      job.connection.commit();
      together.await();
      if (i % KEPT_GENERATIONS == 0) {
        dropOld(job);
      }
    }
  }

  /** Nobody is at work, and no key that is still asked for is in them. */
  private static void dropOld(Instance job) throws SQLException {
    int floor = Integer.parseInt(job.text("SELECT floor FROM dedup_generation"));
    int current = Integer.parseInt(job.text("SELECT current FROM dedup_generation"));
    for (int generation = floor; generation < current; generation++) {
      job.run("DROP TABLE dedup_key_g" + generation);
    }
    job.runAndCommit("UPDATE dedup_generation SET floor = current");
  }

  /** Trap 18: no error reaches a writer or a reader, and each rotation comes about. */
  @Test
  void run_manyRoundsUnderWritersAndReaders_failsNobody() throws Exception {
    int rounds = Rounds.of(3, 50);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger numbers = new AtomicInteger();
    List<Future<Long>> work = new ArrayList<>();
    try (Instance job = new Instance(database)) {
      for (int i = 0; i < 8; i++) {
        work.add(threads.submit(() -> write(over, numbers, "SELECT 1")));
      }
      for (int i = 0; i < 4; i++) {
        work.add(threads.submit(() -> read(over)));
      }
      for (int round = 1; round <= rounds; round++) {
        job.age(25);
        assertThat(rotation.run()).isEqualTo(OptionalInt.of(round + 1));
      }
      over.set(true);
      long written = 0;
      for (Future<Long> each : work) {
        written += each.get();
      }

      assertThat(written).isPositive();
      assertThat(job.text("SELECT count(*) FROM dedup_key")).isEqualTo("" + written);
      assertThat(job.text("SELECT count(*) FROM dedup_generation_log WHERE sealed_at IS NULL"))
          .isEqualTo("1");
    }
  }

  @Test
  void run_sixteenWritersWithLongTransactions_succeedsEachTime() throws Exception {
    int rounds = Rounds.of(2, 10);
    AtomicBoolean over = new AtomicBoolean();
    AtomicInteger numbers = new AtomicInteger();
    List<Future<Long>> work =
        IntStream.range(0, 16)
            .mapToObj(i -> threads.submit(() -> write(over, numbers, "SELECT pg_sleep(0.4)")))
            .toList();
    try (Instance job = new Instance(database)) {
      for (int round = 1; round <= rounds; round++) {
        job.age(25);

        assertThat(rotation.run()).isEqualTo(OptionalInt.of(round + 1));
      }
    }
    over.set(true);
    for (Future<Long> each : work) {
      assertThat(each.get()).isPositive();
    }
  }

  /** As the services are set: a lock is waited for, for five seconds. */
  private long write(AtomicBoolean over, AtomicInteger numbers, String work) throws SQLException {
    long written = 0;
    try (Instance writer = new Instance(database)) {
      writer.runAndCommit("SET lock_timeout = '5s'");
      while (!over.get()) {
        String[] keys = new String[5];
        for (int i = 0; i < keys.length; i++) {
          keys[i] = "W" + numbers.incrementAndGet();
        }
        assertThat(writer.claim(keys)).containsOnly("New");
        writer.run(work);
        writer.connection.commit();
        written += keys.length;
      }
    }
    return written;
  }

  private long read(AtomicBoolean over) throws SQLException {
    try (Instance reader = new Instance(database)) {
      reader.runAndCommit("SET lock_timeout = '5s'");
      while (!over.get()) {
        reader.text("SELECT count(*) FROM dedup_key WHERE key = 'W1'");
        reader.connection.commit();
      }
    }
    return 0;
  }

  /** Sixteen connections and their long transactions must not outlive a failed assertion. */
  @AfterEach
  void endTransactions() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(Duration.ofSeconds(30).toSeconds(), TimeUnit.SECONDS))
        .isTrue();
  }
}
