package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What marks answer, and what they never do. */
class HotTierIT {
  private static final Duration DAY = Duration.ofHours(24);

  private HotBench bench;

  @BeforeEach
  void fresh() throws SQLException {
    bench = HotBench.fresh();
  }

  @Test
  void process_appliedBefore_isAnsweredByHotSinceTheFirst() throws SQLException {
    assertThat(bench.deliver("a", "b")).containsExactly("New", "New");

    assertThat(bench.deliver("b", "c", "a")).containsExactly("hot", "New", "hot");

    assertThat(bench.effects()).isEqualTo(3);
  }

  @Test
  void process_allHot_needsNoLockOfWarm() throws SQLException {
    bench.deliver("a", "b");
    try (Connection rotating = bench.database.getConnection()) {
      rotating.setAutoCommit(false);
      rotating
          .createStatement()
          .execute("SELECT pg_advisory_xact_lock(" + DedupTables.DEFAULT.writersLock() + ")");

      assertThat(bench.deliver("a", "b")).containsExactly("hot", "hot");

      rotating.rollback();
    }
  }

  /** The payload check runs on the fast path too. */
  @Test
  void process_hotButOtherContent_isWarmsConflict() throws SQLException {
    bench.deliver("a");

    assertThat(bench.deliver("a:pay 7", "a", "a:pay 7"))
        .containsExactly("Conflict", "hot", "Conflict");
    assertThat(bench.effects()).isEqualTo(1);
  }

  /** Trap 5: also when a warm duplicate writes the mark again. */
  @Test
  void mark_anyWay_expiresAtTheEndOfTheWindow() throws SQLException {
    bench.deliver(HotBench.batch("m", 200));
    assertThat(bench.redis.marks())
        .hasSize(200)
        .allSatisfy(
            name -> assertThat(bench.redis.timeToLive(name)).isPositive().isLessThanOrEqualTo(DAY));
    bench.redis.command("FLUSHALL");
    bench.run("UPDATE dedup_key SET first_seen = first_seen - interval '20 hours'");

    assertThat(bench.deliver("m0")).containsExactly("warm");
    assertThat(bench.deliver("m0")).containsExactly("hot");

    String mark = bench.redis.marks().get(0);
    assertThat(bench.redis.timeToLive(mark)).isPositive().isLessThanOrEqualTo(Duration.ofHours(4));
    bench.run("UPDATE dedup_key SET first_seen = first_seen - interval '5 hours'");
    assertThat(bench.deliver("m1", "m1")).containsExactly("warm", "warm");
    assertThat(bench.redis.marks()).as("nothing is left of the window").containsExactly(mark);
  }

  @Test
  void mark_ofAnotherIncarnation_answersNothingUntilItIsWrittenAgain() throws SQLException {
    bench.deliver("a", "b");
    bench.run(
        "UPDATE dedup_restore SET counter = greatest(counter + 1, extract(epoch FROM clock_timestamp())::bigint)");

    assertThat(bench.deliver("a", "b")).containsExactly("warm", "warm");
    assertThat(bench.deliver("a", "b")).containsExactly("hot", "hot");
  }

  /** A commit that the database has forgotten: its mark is there, its row and effect aren't. */
  @Test
  void mark_ofACommitThatIsLost_answersNothing() throws SQLException {
    bench.deliver("a", "b");
    bench.run(
        "DELETE FROM dedup_key", "DELETE FROM effect", "UPDATE dedup_restore SET counter = 1");

    assertThat(bench.deliver("a", "b")).containsExactly("New", "New");
    assertThat(bench.effects()).isEqualTo(2);
  }

  @Test
  void mark_damagedOrOfAnotherKey_answersNothing() throws SQLException {
    bench.deliver("a");
    String name = HotName.of(HotBench.GROUP, "b").mark();
    bench.redis.command("COPY", bench.redis.marks().get(0), name);
    bench.redis.command("SET", HotName.of(HotBench.GROUP, "c").mark(), "claimed");
    bench.redis.command("LPUSH", HotName.of(HotBench.GROUP, "d").mark(), "a list");

    assertThat(bench.deliver("a", "b", "c", "d")).containsExactly("hot", "New", "New", "New");
  }

  @Test
  void process_parked_leavesNoMarkAndIsNewAgain() throws SQLException {
    assertThat(bench.deliver("bad", "a")).containsExactly("New", "New");

    assertThat(bench.redis.marks()).hasSize(1);
    assertThat(bench.deliver("bad", "a")).containsExactly("New", "hot");
  }

  @Test
  void mark_inAnotherGroup_isAnothers() throws SQLException {
    bench.deliver("a");

    Lookup lookup =
        ((TieredDeduplicator) bench.deduplicator)
            .lookUp("invoices", List.of(Messages.message("a")));

    assertThat(lookup.marks()).isEmpty();
  }

  /** A process that is gone: nothing here catches it. */
  private static final class Halt extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Trap 3: after the claim, before the commit; and after the commit, before the marks. */
  @Test
  void process_haltedAtAnyPoint_appliesOnceWhenRedelivered() throws SQLException {
    InTransaction works = new JdbcTransaction(bench.database);
    InTransaction haltsBefore =
        new InTransaction() {
          @Override
          public <T> T run(Step<T> step) throws SQLException {
            return works.run(
                connection -> {
                  step.run(connection);
                  throw new Halt();
                });
          }
        };
    InTransaction haltsAfter =
        new InTransaction() {
          @Override
          public <T> T run(Step<T> step) throws SQLException {
            works.run(step);
            throw new Halt();
          }
        };

    assertThatThrownBy(() -> bench.deliver(haltsBefore, "a")).isInstanceOf(Halt.class);
    assertThat(bench.redis.marks()).isEmpty();
    assertThat(bench.effects()).isZero();
    assertThatThrownBy(() -> bench.deliver(haltsAfter, "a")).isInstanceOf(Halt.class);
    assertThat(bench.redis.marks()).isEmpty();

    assertThat(bench.deliver("a")).containsExactly("warm");
    assertThat(bench.deliver("a")).containsExactly("hot");
    assertThat(bench.effects()).isEqualTo(1);
  }

  @Test
  void markOn_writtenLater_warmAnswersUntilThen() throws SQLException {
    List<Runnable> later = new ArrayList<>();
    bench.deduplicator =
        TieredDeduplicator.builder().hot(bench.redis.store()).markOn(later::add).build();

    assertThat(bench.deliver("a")).containsExactly("New");
    assertThat(bench.deliver("a")).containsExactly("warm");
    later.forEach(Runnable::run);

    assertThat(bench.deliver("a")).containsExactly("hot");
    assertThat(bench.effects()).isEqualTo(1);
  }

  /** An application that is going down: its executor takes nothing more. */
  @Test
  void markOn_executorThatRejects_changesNoVerdict() throws SQLException {
    bench.deduplicator =
        TieredDeduplicator.builder()
            .hot(bench.redis.store())
            .markOn(
                work -> {
                  throw new RejectedExecutionException("shut down");
                })
            .build();

    assertThat(bench.deliver("a", "b")).containsExactly("New", "New");

    assertThat(bench.deliver("a", "b")).containsExactly("warm", "warm");
    assertThat(bench.redis.marks()).isEmpty();
    assertThat(bench.effects()).isEqualTo(2);
  }

  @Test
  void cache_keysOfThisInstance_areHeldAgainstTheIncarnationToo() throws SQLException {
    bench.deduplicator = TieredDeduplicator.builder().hot(bench.redis.store()).cache(1_000).build();
    bench.deliver("a");
    bench.redis.command("FLUSHALL");

    assertThat(bench.deliver("a", "a:pay 7")).containsExactly("hot", "Conflict");
    bench.run("UPDATE dedup_restore SET counter = counter + 1");

    assertThat(bench.deliver("a")).containsExactly("warm");
  }

  @Test
  void whereIs_keyInEachState_saysWhatEachTierKnows() throws SQLException {
    TieredDeduplicator deduplicator = (TieredDeduplicator) bench.deduplicator;
    InTransaction transaction = new JdbcTransaction(bench.database);
    bench.deliver("a");
    bench.run("UPDATE dedup_restore SET counter = counter + 1");

    KeyReport known = deduplicator.whereIs(transaction, HotBench.GROUP, "a");
    KeyReport unknown = deduplicator.whereIs(transaction, HotBench.GROUP, "b");

    assertThat(known.warm().orElseThrow().generation()).isEqualTo(1);
    assertThat(known.warm().orElseThrow().sealed()).isFalse();
    assertThat(known.hot().orElseThrow().counts()).isFalse();
    assertThat(known.hot().orElseThrow().firstSeen())
        .isEqualTo(known.warm().orElseThrow().firstSeen());
    assertThat(unknown.hot()).isEmpty();
    assertThat(unknown.warm()).isEmpty();
  }

  /** Two sets of tables may share a Redis, in one database or in two of one server. */
  @Test
  void process_sameKeyOnOtherTables_isNewThere() throws SQLException {
    bench.deliver("a");
    HotBench database = bench.on(TestDatabase.fresh());
    database.run("CREATE TABLE effect (key text NOT NULL)");

    assertThat(database.deliver("a")).containsExactly("New");
    assertThat(bench.deliver("a")).containsExactly("warm");

    bench.run("CREATE SCHEMA other");
    TestDatabase.migrate(bench.database, new DedupTables("other", "dedup_"));
    HotBench schema = bench.on(bench.database);
    schema.deduplicator =
        TieredDeduplicator.builder()
            .hot(bench.store)
            .tables(new DedupTables("other", "dedup_"))
            .build();
    assertThat(schema.deliver("a")).containsExactly("New");
  }

  @Test
  void claim_lookUpOfAnotherGroup_isRefused() throws SQLException {
    TieredDeduplicator tiered = (TieredDeduplicator) bench.deduplicator;
    Lookup lookup = tiered.lookUp("orders", List.of(Messages.message("a")));

    assertThatThrownBy(
            () ->
                new JdbcTransaction(bench.database)
                    .run(c -> tiered.claim(c, "invoices", lookup, List.of(Messages.message("a")))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("group orders")
        .hasMessageContaining("group invoices");
  }

  /** COMMIT of a transaction that has failed is a silent ROLLBACK: work must not hide it. */
  @Test
  void process_workThatSwallowsAFailureOrEndsTheTransaction_throwsAndMarksNothing()
      throws SQLException {
    String another = "ROLLBACK; SELECT pg_current_xact_id()";
    for (String fault : List.of("SELECT 1/0", "ROLLBACK", another)) {
      assertThatThrownBy(
              () ->
                  bench.deduplicator.process(
                      new JdbcTransaction(bench.database),
                      HotBench.GROUP,
                      List.of("a"),
                      Messages::message,
                      (connection, newOnes) -> swallowed(connection, fault),
                      (connection, contradicting) -> {}))
          .isInstanceOfAny(SQLException.class, IllegalStateException.class);
    }

    assertThat(bench.deliver("a")).containsExactly("New");
  }

  @Test
  void process_parkingThatSwallowsAFailure_throws() throws SQLException {
    bench.deliver("a");

    assertThatThrownBy(
            () ->
                bench.deduplicator.process(
                    new JdbcTransaction(bench.database),
                    HotBench.GROUP,
                    List.of("a:pay 7"),
                    Messages::message,
                    (connection, newOnes) -> List.of(),
                    (connection, contradicting) -> swallowed(connection, "SELECT 1/0")))
        .isInstanceOf(SQLException.class);
  }

  private static List<Disposition> swallowed(Connection connection, String fault) {
    try (var statement = connection.createStatement()) {
      statement.execute(fault);
    } catch (SQLException swallowed) {
      // what work must not do
    }
    return List.of(Disposition.APPLIED);
  }
}
