package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class RelayIT {
  private final RecordingSender sender = new RecordingSender();
  private static TestDatabase database;

  @BeforeAll
  static void migrate() throws SQLException {
    database = TestDatabase.fresh();
  }

  @AfterAll
  static void close() {
    database.close();
  }

  @BeforeEach
  void open() throws SQLException {
    database.reset();
  }

  private static OutboxRecord record(String key, String id) {
    return OutboxRecord.of("topic", key, id, Map.of(), null);
  }

  private Relay relay() {
    return Relays.started(database.dataSource(), sender, "eu-1");
  }

  private static int rounds(int shortly, int longly) {
    return "long".equals(System.getProperty("meridian.test.rounds")) ? longly : shortly;
  }

  @Test
  void order_concurrentWritersFailuresAndDelays_isKeptPerKey() throws Exception {
    long seed = System.nanoTime();
    SplittableRandom random = new SplittableRandom(seed);
    int keys = 20;
    int perWriter = rounds(150, 3_000);
    AtomicInteger[] versions = new AtomicInteger[keys];
    for (int key = 0; key < keys; key++) {
      versions[key] = new AtomicInteger();
    }
    sender.answering(record -> mostlyAfterSomeTime());
    ExecutorService writers = Executors.newFixedThreadPool(4);
    try (Relay relay = relay()) {
      List<Future<?>> work = new ArrayList<>();
      for (int writer = 0; writer < 4; writer++) {
        SplittableRandom own = random.split();
        work.add(writers.submit(() -> write(own, versions, perWriter, relay)));
      }
      for (Future<?> one : work) {
        one.get(60, TimeUnit.SECONDS);
      }
      await().atMost(Duration.ofMinutes(1)).until(() -> database.unsent() == 0);
    } finally {
      writers.shutdownNow();
    }

    Map<String, List<Integer>> sent =
        sender.records().stream()
            .collect(
                Collectors.groupingBy(
                    r -> r.messageId().split(":", -1)[0],
                    Collectors.mapping(
                        r -> Integer.valueOf(r.messageId().split(":", -1)[1]),
                        Collectors.toList())));
    assertThat(sent)
        .allSatisfy((key, order) -> assertThat(order).as("key %s seed %d", key, seed).isSorted());
    assertThat(sender.stored()).as("seed %d", seed).hasSize(4 * perWriter);
  }

  private static CompletableFuture<Void> mostlyAfterSomeTime() {
    int dice = ThreadLocalRandom.current().nextInt(100);
    if (dice < 10) {
      return RecordingSender.broken();
    }
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(dice / 20, TimeUnit.MILLISECONDS));
  }

  /**
   * Draws the next version of a key while holding the key's lock, as a service does; some roll
   * back.
   */
  private Void write(SplittableRandom random, AtomicInteger[] versions, int times, Relay relay)
      throws SQLException {
    for (int done = 0; done < times; ) {
      int key = random.nextInt(versions.length);
      try (Connection connection = database.begin()) {
        connection.createStatement().execute("select pg_advisory_xact_lock(" + key + ")");
        int version = versions[key].get() + 1;
        TestDatabase.append(connection, record("k" + key, "k" + key + ":" + version));
        if (random.nextInt(10) == 0) {
          connection.rollback();
          continue;
        }
        versions[key].set(version);
        connection.commit();
        relay.wake();
        done++;
      }
    }
    return null;
  }

  @Test
  void lateCommitAndRollback_lowerNumber_isFoundAndTheGapHoldsUpNothing() throws SQLException {
    try (Connection a = database.begin();
        Connection c = database.begin();
        Relay relay = relay()) {
      TestDatabase.append(a, record("a", "101"));
      database.append(record("b", "102"));
      await().until(() -> sender.stored().equals(List.of("102")));
      TestDatabase.append(c, record("c", "103"));
      c.rollback();
      database.append(record("d", "104"));
      await().until(() -> sender.stored().equals(List.of("102", "104")));
      await().until(() -> relay.metrics().oldestTransaction().compareTo(Duration.ofMillis(50)) > 0);
      a.commit();
      await().until(() -> database.unsent() == 0 && sender.stored().size() == 3);
    }

    assertThat(sender.stored()).containsExactly("102", "104", "101");
    assertThat(database.number("select count(distinct seq) from outbox")).isEqualTo(3);
  }

  @Test
  void firstOfAKey_fails_holdsBackItsKeyOnly() throws SQLException {
    sender.answering(
        record ->
            record.messageId().equals("pay-v1")
                ? RecordingSender.broken()
                : CompletableFuture.completedFuture(null));
    database.append(record("p1", "pay-v1"), record("p1", "cancel-v2"), record("p2", "other"));
    try (Relay relay = relay()) {
      await().until(() -> sender.attempts().stream().filter("pay-v1"::equals).count() >= 3);
      assertThat(sender.stored()).containsExactly("other");
      await().until(() -> relay.metrics().blockedKeys() == 1);
      database.append(record("p1", "refund-v3"));

      sender.answering(record -> CompletableFuture.completedFuture(null));

      await().until(() -> database.unsent() == 0);
      await().until(() -> relay.metrics().blockedKeys() == 0);
    }
    assertThat(sender.stored()).containsExactly("other", "pay-v1", "cancel-v2", "refund-v3");
  }

  @Test
  void crash_afterTheAckBeforeTheMark_sendsTheSameMessageIdAgain() throws SQLException {
    BreakableDataSource way = new BreakableDataSource(database.dataSource());
    sender.answering(
        record -> {
          way.cut();
          return CompletableFuture.completedFuture(null);
        });
    database.append(record("p1", "pay-v1"), record("p1", "cancel-v2"));
    try (Relay dying = Relays.started(way, sender, "eu-1")) {
      await().until(() -> sender.stored().contains("pay-v1"));
      await().until(() -> dying.metrics().databaseFailures() > 0);
    }
    RecordingSender after = new RecordingSender();

    try (Relay next = Relays.started(database.dataSource(), after, "eu-2")) {
      await().until(() -> database.unsent() == 0);
      assertThat(next.metrics().running()).isTrue();
    }

    assertThat(after.stored()).containsExactly("pay-v1", "cancel-v2");
  }

  @Test
  void takeOver_ownerFellSilent_itsLateMarkHitsNothing() throws SQLException {
    BreakableDataSource way = new BreakableDataSource(database.dataSource());
    CompletableFuture<Void> lateAck = new CompletableFuture<>();
    sender.answering(record -> lateAck);
    database.append(record("p1", "pay-v1"), record("p1", "cancel-v2"));
    RecordingSender second = new RecordingSender().answering(record -> new CompletableFuture<>());
    try (Relay silent = Relays.started(way, sender, "eu-1")) {
      await().until(() -> sender.attempts().equals(List.of("pay-v1")));
      way.cut();
      try (Relay next = Relays.started(database.dataSource(), second, "eu-2")) {
        await().until(() -> second.attempts().equals(List.of("pay-v1")));
        lateAck.complete(null);
        way.heal();

        await().until(() -> silent.metrics().acknowledged() == 1);
        await().during(Duration.ofMillis(200)).until(() -> database.unsent() == 2);
        assertThat(sender.attempts())
            .as("no v2 from one who lost the lane")
            .containsExactly("pay-v1");
        assertThat(next.metrics().acknowledged()).isZero();
      }
    }
  }

  @Test
  void twoRelays_halfTheLanesEach_sendEverythingOnce() throws SQLException {
    RecordingSender second = new RecordingSender();
    Relay.Config half = Relays.config("eu-1").withLanes(Lane.COUNT / 2);
    try (Relay one = new Relay(database.dataSource(), sender, half);
        Relay two = new Relay(database.dataSource(), second, half)) {
      one.start();
      two.start();
      await().until(() -> one.metrics().lanes() == 8 && two.metrics().lanes() == 8);
      for (int i = 0; i < 200; i++) {
        database.append(record("k" + i, "m" + i));
      }
      await().until(() -> database.unsent() == 0);
    }

    List<String> all = new ArrayList<>(sender.stored());
    all.addAll(second.stored());
    assertThat(all).hasSize(200).doesNotHaveDuplicates();
    assertThat(sender.stored()).isNotEmpty();
    assertThat(second.stored()).isNotEmpty();
  }

  @Test
  void outageOfTheDatabase_relayLives_andGoesOn() throws SQLException {
    BreakableDataSource way = new BreakableDataSource(database.dataSource());
    try (Relay relay = Relays.started(way, sender, "eu-1")) {
      await().until(() -> relay.metrics().lanes() == Lane.COUNT);
      way.cut();
      database.append(record("k", "m1"));
      await().until(() -> relay.metrics().databaseFailures() >= 3);
      long failures = relay.metrics().databaseFailures();
      way.heal();

      await().until(() -> database.unsent() == 0);

      assertThat(failures).as("no tight loop").isLessThan(30);
      assertThat(relay.metrics().running()).isTrue();
    }
  }

  @Test
  void outageOfTheBroker_manyKeys_isProbedAndGoesOn() throws SQLException {
    sender.answering(record -> RecordingSender.broken());
    for (int i = 0; i < 300; i++) {
      database.append(record("k" + i, "m" + i));
    }
    try (Relay relay = relay()) {
      await().until(() -> relay.metrics().closedTopics() == 1);
      int attempts = sender.attempts().size();
      await().during(Duration.ofMillis(500)).until(() -> true);
      assertThat(sender.attempts().size() - attempts).as("probes only").isLessThan(60);
      database.append(OutboxRecord.of("other", "k", "good", Map.of(), null));
      sender.answering(record -> CompletableFuture.completedFuture(null));

      await().until(() -> database.unsent() == 0);
      assertThat(sender.stored()).hasSize(301).doesNotHaveDuplicates();
    }
  }

  @Test
  void close_recordsOnTheirWay_waitsForThemMarksAndGivesTheLanesBack() throws SQLException {
    CompletableFuture<Void> ack = new CompletableFuture<>();
    sender.answering(record -> ack);
    database.append(record("k", "m1"), record("k", "m2"));
    Relay relay = relay();
    await().until(() -> sender.attempts().size() == 1);
    CompletableFuture<Void> acknowledging =
        CompletableFuture.runAsync(
            () -> ack.complete(null),
            CompletableFuture.delayedExecutor(200, TimeUnit.MILLISECONDS));

    relay.close();

    acknowledging.join();
    assertThat(sender.attempts()).containsExactly("m1");
    assertThat(database.number("select count(*) from outbox where sent_at is not null"))
        .isEqualTo(1);
    assertThat(database.number("select count(*) from outbox_lane where lease_until > now()"))
        .isZero();
    assertThat(relay.metrics().running()).isFalse();
  }

  @Test
  void close_ackNeverComes_endsWithinItsTime() throws SQLException {
    sender.answering(record -> new CompletableFuture<>());
    database.append(record("k", "m1"));
    Relay relay = relay();
    await().until(() -> sender.attempts().size() == 1);
    long start = System.nanoTime();

    relay.close();

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    assertThat(database.unsent()).isEqualTo(1);
  }
}
