package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupTables;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.Rotation;
import dev.meridian.dedup.RotationPlan;
import dev.meridian.dedup.TieredDeduplicator;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Prints how long batches of new keys take with and without generations being opened meanwhile: the
 * 50th and 99th of 100, of four writers. Old generations are dropped between the rounds, as the
 * cold tier will: so it is the rotation that shows, and not fifty tables to probe.
 */
public final class RotationLatency {
  private static final int WRITERS = 4;
  private static final int BATCH = 50;
  private static final int ROUNDS = 50;
  private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(200);

  private final Servers servers;
  private final AtomicLong numbers = new AtomicLong();

  private RotationLatency(Servers servers) {
    this.servers = servers;
  }

  public static void main(String[] arguments) throws Exception {
    try (Servers servers = new Servers()) {
      RotationLatency latency = new RotationLatency(servers);
      latency.measure("warm-up", () -> latency.idle(25));
      latency.measure("without rotation", () -> latency.idle(ROUNDS));
      latency.measure("with rotation", latency::rotate);
    }
  }

  private void measure(String what, Callable<Integer> meanwhile) throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    List<Future<List<Long>>> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(threads.submit(() -> write(over)));
    }
    int rounds = meanwhile.call();
    over.set(true);
    List<Long> micros = new ArrayList<>();
    for (Future<List<Long>> writer : writers) {
      micros.addAll(writer.get());
    }
    threads.shutdown();
    Collections.sort(micros);
    System.out.printf(
        "%-17s %3d rounds  %6d batches  p50 %6.1f ms  p99 %6.1f ms  max %6.1f ms%n",
        what,
        rounds,
        micros.size(),
        micros.get(micros.size() / 2) / 1_000.0,
        micros.get(micros.size() * 99 / 100) / 1_000.0,
        micros.get(micros.size() - 1) / 1_000.0);
  }

  private List<Long> write(AtomicBoolean over) throws SQLException {
    TieredDeduplicator warm = TieredDeduplicator.builder().build();
    List<Long> micros = new ArrayList<>();
    try (Connection connection = servers.database.getConnection()) {
      connection.setAutoCommit(false);
      InTransaction transaction = Servers.on(connection);
      while (!over.get()) {
        long begin = System.nanoTime();
        warm.process(
            transaction,
            Servers.GROUP,
            Servers.keys(numbers.getAndAdd(BATCH), BATCH),
            Function.identity(),
            Servers.applyAll(),
            Servers.noConflicts());
        micros.add((System.nanoTime() - begin) / 1_000);
      }
    }
    return micros;
  }

  private int idle(int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      pause();
    }
    return rounds;
  }

  private int rotate() throws SQLException, InterruptedException {
    int opened = 0;
    try (Rotation rotation =
            new Rotation(
                servers.database, DedupTables.DEFAULT, new RotationPlan(Duration.ofSeconds(1), 1));
        Connection operator = servers.database.getConnection()) {
      for (int i = 0; i < ROUNDS; i++) {
        operator
            .createStatement()
            .execute(
                "UPDATE dedup_generation_log SET opened_at = opened_at - interval '1 h', prepared_at = prepared_at - interval '1 h' WHERE sealed_at IS NULL");
        OptionalInt generation = rotation.run();
        opened += generation.isPresent() ? 1 : 0;
        operator.createStatement().execute("UPDATE dedup_generation SET floor = current");
        pause();
      }
    }
    return opened;
  }

  private static void pause() throws InterruptedException {
    new java.util.concurrent.CountDownLatch(1)
        .await(BETWEEN_ROUNDS.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
  }
}
