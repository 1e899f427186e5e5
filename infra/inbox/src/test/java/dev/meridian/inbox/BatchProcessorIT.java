package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.meridian.inbox.Delivery.Outcome;
import dev.meridian.inbox.Delivery.Tier;
import dev.meridian.outbox.Backoff;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BatchProcessorIT {
  private static final String GROUP = "test";
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(5), Duration.ofMillis(40));
  private static TestDatabase database;

  private final List<Transactions.Failing> told = new CopyOnWriteArrayList<>();
  private final List<Transactions.Failing> ended = new CopyOnWriteArrayList<>();
  private FaultyDataSource faulty;
  private Transactions transactions;
  private BatchProcessor<Message, Integer> processor;

  private record Message(long offset, String key, String text) {}

  @BeforeAll
  static void migrate() throws SQLException {
    database = TestDatabase.fresh();
    database.execute(
        """
        create table effect (key text not null constraint effect_pk primary key, text text not null,
                             constraint effect_text_short check (length(text) < 100));
        """);
  }

  @BeforeEach
  void open() throws SQLException {
    database.empty("effect", "parked_message", "consumed_position", "delivery_count", "outbox");
    faulty = new FaultyDataSource(database.dataSource());
    transactions =
        new Transactions(
            new JdbcUnitOfWork(faulty.dataSource()),
            BACKOFF,
            InstantSource.system(),
            new Random(),
            new Transactions.Listener() {
              @Override
              public void failing(Transactions.Failing failing) {
                told.add(failing);
              }

              @Override
              public void ended(Transactions.Failing failing) {
                ended.add(failing);
              }
            });
    processor = new BatchProcessor<>(transactions, new Effects());
  }

  @AfterEach
  void close() {
    transactions.close();
  }

  /**
   * A consumer in small: dedup by the primary key, effect, count and position in one transaction.
   */
  private static final class Effects implements BatchProcessor.Batch<Message, Integer> {
    private final ParkedMessages parked = new ParkedMessages(TestDatabase.outbox(), "dlq");
    private final Positions positions = new Positions();
    private final DeliveryCounts counts = new DeliveryCounts();

    @Override
    public Integer apply(Connection connection, List<Message> messages) throws SQLException {
      Set<String> fresh = insert(connection, messages);
      if (messages.stream().anyMatch(message -> message.text.equals("bug"))) {
        throw new IllegalStateException("a fault of our own");
      }
      List<Delivery> deliveries = new ArrayList<>();
      for (Message message : messages) {
        deliveries.add(
            fresh.contains(message.key)
                ? Delivery.of("t", 0, Outcome.APPLIED)
                : new Delivery("t", 0, Outcome.DUPLICATE, Tier.WARM, Delivery.Cause.REDELIVERY));
      }
      counts.add(connection, GROUP, deliveries);
      advance(connection, messages.get(messages.size() - 1));
      return messages.size();
    }

    private static Set<String> insert(Connection connection, List<Message> messages)
        throws SQLException {
      try (PreparedStatement insert =
          connection.prepareStatement(
              """
              insert into effect (key, text)
              select * from unnest(?, ?)
                  on conflict on constraint effect_pk do nothing
              returning key
              """)) {
        insert.setArray(
            1, connection.createArrayOf("text", messages.stream().map(Message::key).toArray()));
        insert.setArray(
            2, connection.createArrayOf("text", messages.stream().map(Message::text).toArray()));
        Set<String> fresh = new HashSet<>();
        try (ResultSet row = insert.executeQuery()) {
          while (row.next()) {
            fresh.add(row.getString(1));
          }
        }
        return fresh;
      }
    }

    @Override
    public Integer park(Connection connection, Message message, Failure.Poison why)
        throws SQLException {
      Parked row =
          new Parked(
              GROUP,
              message.key,
              new byte[0],
              "POISON",
              String.valueOf(why.cause().getMessage()),
              "t",
              0,
              message.offset,
              null,
              List.of(),
              new byte[] {1});
      parked.park(connection, List.of(row));
      counts.add(connection, GROUP, List.of(Delivery.of("t", 0, Outcome.PARKED)));
      advance(connection, message);
      return 0;
    }

    private void advance(Connection connection, Message last) throws SQLException {
      positions.advance(connection, GROUP, List.of(new Position("t", 0, "A", last.offset + 1)));
    }
  }

  private static List<Message> messages(int count, Integer... poisonous) {
    Set<Integer> poison = Set.of(poisonous);
    List<Message> messages = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      messages.add(new Message(i, "k" + i, poison.contains(i) ? "a\0b" : "fine"));
    }
    return messages;
  }

  private static long effects() throws SQLException {
    return database.number("select count(*) from effect");
  }

  private static long position() throws SQLException {
    return database.number("select next_offset from consumed_position");
  }

  private static long counted(String outcome) throws SQLException {
    return database.number(
        "select coalesce(sum(n), 0) from delivery_count where outcome = '" + outcome + "'");
  }

  @Test
  void process_allFine_isOneTransaction() throws Exception {
    List<Integer> parts = processor.process(messages(50));

    assertThat(parts).containsExactly(50);
    assertThat(counted("applied")).isEqualTo(50);
    assertThat(position()).isEqualTo(50);
    assertThat(told).isEmpty();
  }

  @Test
  void process_threePoisonous_parksThoseAloneAndAppliesTheRest() throws Exception {
    List<Integer> parts = processor.process(messages(64, 0, 31, 40));

    assertThat(parts.stream().mapToInt(Integer::intValue).sum()).isEqualTo(61);
    assertThat(effects()).isEqualTo(61);
    assertThat(counted("applied")).isEqualTo(61);
    assertThat(counted("parked")).isEqualTo(3);
    assertThat(
            database.number(
                "select count(*) from parked_message where dedup_key in ('k0', 'k31', 'k40')"))
        .isEqualTo(3);
    assertThat(database.number("select count(*) from outbox where topic = 'dlq'")).isEqualTo(3);
    assertThat(position()).isEqualTo(64);
    assertThat(told).as("nothing was waited for").isEmpty();
  }

  @Test
  void process_lastIsPoisonous_countsAndPositionAreTheBatches() throws Exception {
    processor.process(List.of(new Message(8, "k8", "x".repeat(100))));

    assertThat(counted("parked")).isEqualTo(1);
    assertThat(position()).isEqualTo(9);
  }

  @ParameterizedTest
  @CsvSource({
    "40001,FIRST_STATEMENT",
    "40P01,FIRST_STATEMENT",
    "55P03,FIRST_STATEMENT",
    "08006,FIRST_STATEMENT",
    "40001,EFFECT",
    "40P01,EFFECT",
    "55P03,EFFECT",
    "08006,EFFECT",
    "40001,COMMIT",
    "40P01,COMMIT",
    "08006,COMMIT",
    "23505,COMMIT",
    "57P01,COMMIT"
  })
  void process_failsOnce_isAppliedOnce(String state, Fault.Where where) throws Exception {
    faulty.fail(new Fault(state, where), 1);

    processor.process(messages(10));

    assertThat(faulty.hits()).isEqualTo(1);
    assertThat(counted("applied")).isEqualTo(10);
    assertThat(counted("duplicate")).isZero();
    assertThat(position()).isEqualTo(10);
    assertThat(told).hasSize(1);
    assertThat(ended).hasSize(1);
    assertThat(database.number("select count(*) from parked_message")).isZero();
    assertThat(transactions.failing()).isEmpty();
  }

  @Test
  void process_committedButTheAnswerIsLost_nextAttemptFindsDuplicates() throws Exception {
    faulty.fail(new Fault("08006", Fault.Where.AFTER_COMMIT), 1);

    processor.process(messages(10));

    assertThat(effects()).isEqualTo(10);
    assertThat(counted("applied")).isEqualTo(10);
    assertThat(counted("duplicate")).isEqualTo(10);
    assertThat(database.number("select count(*) from parked_message")).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "40001,FIRST_STATEMENT",
    "40P01,EFFECT",
    "55P03,EFFECT",
    "08006,COMMIT",
    "42P01,EFFECT"
  })
  void process_failsAlways_changesNothingAndTellsSinceWhen(String state, Fault.Where where)
      throws Exception {
    faulty.fail(new Fault(state, where), Integer.MAX_VALUE);
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread worker = new Thread(() -> end.complete(thrownBy(() -> processor.process(messages(10)))));
    worker.start();

    await().until(() -> faulty.hits() >= 5);

    Transactions.Failing failing = transactions.failing().orElseThrow();
    assertThat(failing.failures()).isGreaterThanOrEqualTo(3);
    assertThat(failing.since()).isEqualTo(told.get(0).since());
    assertThat(failing.last())
        .isInstanceOf(state.startsWith("42") ? Failure.OurFault.class : Failure.Transient.class);
    assertThat(effects()).isZero();
    assertThat(database.number("select count(*) from parked_message")).isZero();
    assertThat(end).isNotDone();
    transactions.close();
    assertThat(end.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    assertThat(transactions.failing()).isEmpty();
  }

  private interface Throwing {
    void run() throws Exception;
  }

  private static Throwable thrownBy(Throwing work) {
    try {
      work.run();
      return new AssertionError("ended without an exception");
    } catch (Exception e) {
      return e;
    }
  }

  @Test
  void process_interrupted_ends() throws Exception {
    faulty.fail(new Fault("08006", Fault.Where.FIRST_STATEMENT), Integer.MAX_VALUE);
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Thread worker = new Thread(() -> end.complete(thrownBy(() -> processor.process(messages(1)))));
    worker.start();
    await().until(() -> faulty.hits() >= 1);

    worker.interrupt();

    assertThat(end.get(5, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void process_uniqueViolationThatIsGoneWhenAlone_isNotParked() throws Exception {
    faulty.fail(new Fault("23505", Fault.Where.EFFECT), 1);

    processor.process(messages(1));

    assertThat(effects()).isEqualTo(1);
    assertThat(counted("parked")).isZero();
  }

  /** Design section 11: what isn't named is tried again for ever; it must be seen, and end. */
  @Test
  void process_faultOfCodeInOneMessage_namesItAndGoesOnWhenAnOperatorParksIt() throws Exception {
    StuckMessages stuck = new StuckMessages();
    BatchProcessor<Message, Integer> naming =
        new BatchProcessor<>(
            transactions, new Effects(), message -> new Place("t", 0, message.offset), stuck);
    List<Message> batch = new ArrayList<>(messages(20));
    batch.set(13, new Message(13, "k13", "bug"));
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    new Thread(() -> end.complete(thrownBy(() -> naming.process(batch)))).start();

    await().until(() -> !stuck.now().isEmpty());

    assertThat(stuck.now()).containsOnlyKeys("t-0@13");
    assertThat(stuck.now().get("t-0@13")).contains("a fault of our own");
    assertThat(effects()).as("what is before it is committed").isEqualTo(13);
    assertThat(counted("parked")).isZero();
    assertThat(stuck.park(new Place("t", 0, 14))).as("only what is stuck").isFalse();
    await().until(() -> transactions.failing().isPresent());
    assertThat(end).isNotDone();

    assertThat(stuck.park(new Place("t", 0, 13))).isTrue();

    await().until(end::isDone);
    assertThat(effects()).isEqualTo(19);
    assertThat(counted("parked")).isEqualTo(1);
    assertThat(position()).isEqualTo(20);
    assertThat(stuck.now()).isEmpty();
  }

  @Test
  void run_poison_tellsTheState() {
    assertThatThrownBy(
            () ->
                transactions.run(
                    connection ->
                        connection.createStatement().execute("select 1 / (random() * 0)::int")))
        .isInstanceOfSatisfying(
            PoisonException.class, e -> assertThat(e.failure().sqlState()).isEqualTo("22012"));
  }
}
