package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Two instances on one database, with the same and with overlapping batches, in any order. */
class RacesIT {
  private static final boolean LONG = "long".equals(System.getProperty("meridian.test.rounds"));
  private static final int ROUNDS = LONG ? 60 : 15;
  private static final int KEYS = 40;

  private final Workbench bench = Workbench.fresh();

  @Test
  void apply_sameBatchByTwoInstances_makesEachPaymentOnce() throws Exception {
    long applied = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Incoming> batch = batch(KEYS);
      List<Incoming> again = batch.stream().map(this::redelivered).toList();
      race(batch, again);
      applied += KEYS;
    }

    assertEachOnce(applied, applied);
  }

  @Test
  void apply_overlappingBatchesInOppositeOrder_endWithoutDeadlockAndOnce() throws Exception {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    long keys = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Incoming> all = batch(KEYS);
      List<Incoming> one = new ArrayList<>(all.subList(0, KEYS * 3 / 4));
      List<Incoming> two = new ArrayList<>(all.subList(KEYS / 4, KEYS));
      two.replaceAll(this::redelivered);
      Collections.reverse(two);
      if (random.nextBoolean()) {
        Collections.shuffle(one, random);
      }
      race(one, two);
      keys += KEYS;
    }

    assertThat(bench.number("select count(*) from payment")).as("seed %d", seed).isEqualTo(keys);
    assertEachOnce(keys, keys / 2);
  }

  @Test
  void apply_twoTriesAtOneIntentAtOnce_oneIsRoutedAndTheOtherItsDuplicate() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Request first = bench.request();
      Request second = first.withRequestKey("second-" + round);

      race(List.of(bench.incoming(first)), List.of(bench.incoming(second)));
    }

    assertThat(bench.rows("select state, count(*) as n from payment group by state order by state"))
        .containsExactly(
            Map.of("state", "DUPLICATE_OF", "n", Integer.toString(ROUNDS)),
            Map.of("state", "ROUTED", "n", Integer.toString(ROUNDS)));
    assertThat(
            bench.number(
                "select count(*) from (select from payment where state = 'ROUTED' group by business_key having count(*) > 1) as twice"))
        .isZero();
  }

  private void assertEachOnce(long applied, long duplicates) throws Exception {
    assertThat(bench.number("select count(*) from payment")).isEqualTo(applied);
    assertThat(bench.number("select count(*) from payment_history")).isEqualTo(applied);
    assertThat(bench.number("select count(*) from open_message")).isEqualTo(applied);
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(applied);
    assertThat(bench.counts())
        .containsOnly(
            Map.entry("applied//", applied), Map.entry("duplicate/warm/redelivery", duplicates));
  }

  private void race(List<Incoming> one, List<Incoming> two) throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      List<Future<List<Report>>> ends =
          List.of(threads.submit(instance(start, one)), threads.submit(instance(start, two)));
      for (Future<List<Report>> end : ends) {
        assertThat(end.get()).hasSize(1);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private Callable<List<Report>> instance(CyclicBarrier start, List<Incoming> batch) {
    RequestBatches processor = bench.requests();
    return () -> {
      start.await();
      return processor.process(batch);
    };
  }

  private List<Incoming> batch(int size) {
    List<Incoming> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      batch.add(bench.incoming(bench.request()));
    }
    return batch;
  }

  private Incoming redelivered(Incoming incoming) {
    return bench.raw(incoming.topic(), incoming.headers(), incoming.payload());
  }
}
