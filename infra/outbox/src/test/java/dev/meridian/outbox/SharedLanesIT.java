package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several relays on one database: each has its part of the lanes, whoever comes and goes. */
final class SharedLanesIT {
  private static final int RECORDS_AT_MOST = 100_000;
  private static final int KEYS = 40;

  private static TestDatabase database;
  private final RecordingSender sender = new RecordingSender();

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

  @Test
  void relays_comingAndGoingUnderLoad_shareTheLanesAndSendEverythingOnceInOrder() throws Exception {
    sender.answering(record -> afterFiveMilliseconds());
    AtomicBoolean enough = new AtomicBoolean();
    ExecutorService writer = Executors.newSingleThreadExecutor();
    Future<Integer> writing = writer.submit(() -> appendUntil(enough));
    int written;
    try (Relay one = relay()) {
      await().until(() -> one.metrics().lanes() == Lane.COUNT);
      try (Relay two = relay();
          Relay three = relay()) {
        await().until(() -> lanes(one, two, three).equals(List.of(5, 5, 6)));
      }
      await().until(() -> one.metrics().lanes() == Lane.COUNT);
      enough.set(true);
      written = writing.get(10, TimeUnit.SECONDS);
      await().until(() -> database.unsent() == 0);
    } finally {
      enough.set(true);
      writer.shutdown();
    }

    assertThat(sender.attempts()).as("none went twice").hasSize(written).doesNotHaveDuplicates();
    Map<String, List<Integer>> numbers =
        sender.records().stream()
            .collect(
                Collectors.groupingBy(
                    record -> part(record, 0),
                    Collectors.mapping(
                        record -> Integer.valueOf(part(record, 1)), Collectors.toList())));
    assertThat(numbers).hasSize(KEYS);
    assertThat(numbers).allSatisfy((key, sent) -> assertThat(sent).as(key).isSorted());
  }

  @Test
  void relays_oneFallsSilentAndComesBack_theOthersShareItsLanesMeanwhile() throws SQLException {
    BreakableDataSource way = new BreakableDataSource(database.dataSource());
    try (Relay one = relay();
        Relay silent = Relays.started(way, sender, "eu-1")) {
      await().until(() -> lanes(one, silent).equals(List.of(8, 8)));

      way.cut();

      await().until(() -> one.metrics().lanes() == Lane.COUNT);
      way.heal();
      await().until(() -> lanes(one, silent).equals(List.of(8, 8)));
    }
  }

  @Test
  void relay_laneWithARecordOnItsWay_isKeptUntilItsAnswer() throws SQLException {
    CompletableFuture<Void> late = new CompletableFuture<>();
    sender.answering(record -> late);
    for (int key = 0; key < KEYS; key++) {
      database.append(record("k" + key, "k" + key + ":1"), record("k" + key, "k" + key + ":2"));
    }
    RecordingSender second = new RecordingSender();
    try (Relay one = relay()) {
      await().until(() -> sender.attempts().size() == KEYS);
      try (Relay two = Relays.started(database.dataSource(), second, "eu-1")) {
        await().until(() -> one.metrics().lanes() == Lane.COUNT / 2);
        assertThat(second.attempts()).as("nothing of what is on its way").isEmpty();

        late.complete(null);

        await().until(() -> database.unsent() == 0);
        assertThat(two.metrics().lanes()).isEqualTo(Lane.COUNT / 2);
      }
    }
    assertThat(sender.attempts().size() + second.attempts().size()).isEqualTo(2 * KEYS);
    assertThat(second.attempts()).isNotEmpty().allMatch(id -> id.endsWith(":2"));
  }

  private Relay relay() {
    return Relays.started(database.dataSource(), sender, "eu-1");
  }

  private static List<Integer> lanes(Relay... relays) {
    return Stream.of(relays).map(each -> each.metrics().lanes()).sorted().toList();
  }

  private static OutboxRecord record(String key, String id) {
    return OutboxRecord.of("topic", key, id, Map.of(), null);
  }

  private static String part(OutboxRecord record, int index) {
    return record.messageId().split(":", -1)[index];
  }

  private static CompletableFuture<Void> afterFiveMilliseconds() {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(5, TimeUnit.MILLISECONDS));
  }

  private static int appendUntil(AtomicBoolean enough) throws SQLException {
    int written = 0;
    while (!enough.get() && written < RECORDS_AT_MOST) {
      database.append(record("k" + written % KEYS, "k" + written % KEYS + ":" + written));
      written++;
    }
    return written;
  }
}
