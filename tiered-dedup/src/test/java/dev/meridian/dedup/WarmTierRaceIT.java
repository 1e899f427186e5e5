package dev.meridian.dedup;

import static dev.meridian.dedup.Messages.message;
import static dev.meridian.dedup.Messages.messages;
import static dev.meridian.dedup.Messages.words;
import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two instances on one database. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WarmTierRaceIT {

  private static final DataSource DATABASE = TestDatabase.fresh();
  private static final String GROUP = "payments";
  private static final String COUNT_WAITING =
      """
      SELECT count(*) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'
      """;
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final WarmTier warm = new WarmTier(DedupTables.DEFAULT);
  private final ExecutorService other = Executors.newFixedThreadPool(2);
  private Connection first = open();
  private Connection second = open();

  private static Connection open() {
    try {
      Connection connection = DATABASE.getConnection();
      run(connection, "SET synchronous_commit = off"); // the race is between commits, not disks
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    run(first, "TRUNCATE dedup_key");
    run(first, "CREATE TABLE IF NOT EXISTS audit (note text)");
    first.commit();
  }

  @AfterEach
  void close() throws SQLException {
    other.shutdownNow();
    first.close();
    second.close();
  }

  /** Trap 2. */
  @Test
  void claim_whileAnotherHoldsTheKey_waitsAndTheLosersWorkIsCommitted() throws Exception {
    assertThat(words(Warm.claim(warm, first, GROUP, messages("M1")))).containsExactly("New");
    Future<List<Verdict>> loser =
        other.submit(() -> Warm.claim(warm, second, GROUP, messages("M1", "M2")));
    awaitOneWaiting();

    first.commit();

    assertThat(words(loser.get())).containsExactly("Duplicate", "New");
    run(second, "INSERT INTO audit VALUES ('duplicate seen')");
    second.commit();
    assertThat(text(first, "SELECT string_agg(note, ',') FROM audit")).isEqualTo("duplicate seen");
    assertThat(text(first, "SELECT string_agg(key, ' ' ORDER BY key) FROM dedup_key"))
        .isEqualTo("M1 M2");
  }

  @Test
  void claim_whileAnotherHoldsTheKeyAndRollsBack_isNew() throws Exception {
    Warm.claim(warm, first, GROUP, messages("M1"));
    Future<List<Verdict>> loser =
        other.submit(() -> Warm.claim(warm, second, GROUP, messages("M1")));
    awaitOneWaiting();

    first.rollback();

    assertThat(words(loser.get())).containsExactly("New");
  }

  @Test
  void claim_whileAnotherHoldsTheKeyAndForgetsIt_isNew() throws Exception {
    Warm.claim(warm, first, GROUP, messages("M1"));
    Future<List<Verdict>> loser =
        other.submit(() -> Warm.claim(warm, second, GROUP, messages("M1:pay 7")));
    awaitOneWaiting();

    Warm.forget(warm, first, GROUP, messages("M1"));
    first.commit();

    assertThat(words(loser.get())).containsExactly("New");
    second.commit();
    assertThat(words(Warm.claim(warm, first, GROUP, messages("M1:pay 7"))))
        .containsExactly("Duplicate");
  }

  @Test
  void claim_whileAGenerationIsOpened_waitsAndWritesToTheNewOne() throws Exception {
    run(first, "SELECT pg_advisory_xact_lock(" + DedupTables.DEFAULT.writersLock() + ")");
    Future<List<Verdict>> writer =
        other.submit(() -> Warm.claim(warm, second, GROUP, messages("M1")));
    awaitOneWaiting();
    run(first, "CREATE TABLE dedup_key_g2 PARTITION OF dedup_key FOR VALUES IN (2)");
    run(first, "UPDATE dedup_generation SET current = 2");

    first.commit();

    assertThat(words(writer.get())).containsExactly("New");
    assertThat(text(second, "SELECT generation FROM dedup_key")).isEqualTo("2");
    second.rollback();
    run(first, "UPDATE dedup_generation SET current = 1");
    run(first, "DROP TABLE dedup_key_g2");
    first.commit();
  }

  /** In one statement that inserts and selects, the loser would at times see nothing at all. */
  @Test
  void claim_sameKeysCommittedAtTheSameMoment_oneIsNewAndTheOtherADuplicate() throws Exception {
    long seed = System.nanoTime();
    System.out.println("WarmTierRaceIT seed " + seed);
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    CyclicBarrier together = new CyclicBarrier(2);
    int tries = Rounds.of(1_000, 10_000);
    List<List<DedupKey>> batches = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      String round = "R" + i + "/";
      batches.add(
          IntStream.range(0, random.nextInt(1, 4)).mapToObj(k -> message(round + k)).toList());
    }

    Future<List<List<Verdict>>> mine = other.submit(() -> race(first, batches, together));
    List<List<Verdict>> theirs = other.submit(() -> race(second, batches, together)).get();

    for (int i = 0; i < tries; i++) {
      for (int k = 0; k < batches.get(i).size(); k++) {
        assertThat(List.of(words(mine.get().get(i)).get(k), words(theirs.get(i)).get(k)))
            .as("key %d of round %d", k, i)
            .containsExactlyInAnyOrder("New", "Duplicate");
      }
    }
  }

  private List<List<Verdict>> race(
      Connection connection, List<List<DedupKey>> batches, CyclicBarrier together)
      throws Exception {
    List<List<Verdict>> verdicts = new ArrayList<>();
    for (List<DedupKey> batch : batches) {
      together.await();
      verdicts.add(Warm.claim(warm, connection, GROUP, batch));
      connection.commit();
    }
    return verdicts;
  }

  /** Trap 4, part 3. */
  @Test
  void claim_overlappingBatchesInOppositeOrder_neverDeadlock() throws Exception {
    CyclicBarrier together = new CyclicBarrier(2);
    int rounds = Rounds.of(100, 2_000);
    List<List<DedupKey>> ascending = new ArrayList<>();
    List<List<DedupKey>> descending = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      ascending.add(keys(round, 0));
      List<DedupKey> reversed = new ArrayList<>(keys(round, 25));
      Collections.reverse(reversed);
      descending.add(reversed);
    }

    Future<List<List<Verdict>>> up = other.submit(() -> race(first, ascending, together));
    Future<List<List<Verdict>>> down = other.submit(() -> race(second, descending, together));

    long claimedNew =
        up.get().stream().flatMap(List::stream).filter(Verdict.New.class::isInstance).count()
            + down.get().stream()
                .flatMap(List::stream)
                .filter(Verdict.New.class::isInstance)
                .count();
    assertThat(claimedNew).isEqualTo(75L * rounds);
    assertThat(text(first, "SELECT count(*) FROM dedup_key")).isEqualTo("" + 75 * rounds);
  }

  private static List<DedupKey> keys(int round, int from) {
    return IntStream.range(from, from + 50).mapToObj(k -> message("D" + round + "/" + k)).toList();
  }

  /** Until the server says that one connection to this database waits for a lock. */
  private static void awaitOneWaiting() throws SQLException {
    try (Connection observer = DATABASE.getConnection()) {
      Awaitility.await()
          .atMost(LIMIT)
          .pollInterval(Duration.ofMillis(10))
          .until(() -> text(observer, COUNT_WAITING).equals("1"));
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }
}
