package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.inbox.Delivery.Outcome;
import dev.meridian.inbox.Delivery.Tier;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class DeliveryCountsIT {
  private static final String GROUP = "region-consumer";
  private static final int TIMES =
      "long".equals(System.getProperty("meridian.test.rounds")) ? 25 : 8;
  private static TestDatabase database;

  private final DeliveryCounts counts = new DeliveryCounts();

  @BeforeAll
  static void migrate() {
    database = TestDatabase.fresh();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.empty("delivery_count");
  }

  @Test
  void add_severalBatches_sumsPerWay() throws SQLException {
    Delivery applied = Delivery.of("payments.eu", 0, Outcome.APPLIED);
    Delivery duplicate =
        new Delivery("payments.eu", 0, Outcome.DUPLICATE, Tier.WARM, Cause.REDELIVERY);

    List<DeliveryCounts.Count> read =
        database.inTransaction(
            c -> {
              counts.add(c, GROUP, List.of(duplicate, applied, duplicate));
              counts.add(c, GROUP, List.of(duplicate));
              return counts.read(c);
            });

    assertThat(read)
        .containsExactly(
            new DeliveryCounts.Count(GROUP, "payments.eu", 0, "applied", "", "", 1),
            new DeliveryCounts.Count(
                GROUP, "payments.eu", 0, "duplicate", "warm", "redelivery", 3));
  }

  @Test
  void add_rolledBack_countsNothing() throws SQLException {
    try (var connection = database.dataSource().getConnection()) {
      connection.setAutoCommit(false);
      counts.add(connection, GROUP, List.of(Delivery.of("t", 0, Outcome.PARKED)));
      connection.rollback();
    }

    assertThat(database.number("select count(*) from delivery_count")).isZero();
  }

  @Test
  void add_manyThreadsInAnyOrder_neitherDeadlocksNorLosesOne() throws Exception {
    List<Delivery> all = new ArrayList<>();
    for (int partition = 0; partition < 6; partition++) {
      for (Outcome outcome : Outcome.values()) {
        all.add(Delivery.of("payments.eu", partition, outcome));
      }
    }
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> work = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      Random random = new Random(thread);
      work.add(threads.submit(() -> addShuffled(all, random, TIMES)));
    }
    for (Future<?> one : work) {
      one.get(60, TimeUnit.SECONDS);
    }
    threads.shutdown();

    assertThat(database.number("select sum(n) from delivery_count"))
        .isEqualTo(4L * TIMES * all.size());
  }

  private boolean addShuffled(List<Delivery> all, Random random, int times) throws SQLException {
    for (int i = 0; i < times; i++) {
      List<Delivery> shuffled = new ArrayList<>(all);
      Collections.shuffle(shuffled, random);
      database.inTransaction(
          c -> {
            counts.add(c, GROUP, shuffled);
            return true;
          });
    }
    return true;
  }
}
