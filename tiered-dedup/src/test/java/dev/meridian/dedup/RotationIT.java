package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Opening and sealing generations, on a database of its own each. */
class RotationIT {

  private final DataSource database = TestDatabase.fresh();
  private final Rotation rotation = rotation(1);
  private Instance writer;

  @BeforeEach
  void open() throws SQLException {
    writer = new Instance(database);
  }

  @AfterEach
  void close() throws SQLException {
    writer.close();
  }

  private Rotation rotation(int parts) {
    return new Rotation(database, DedupTables.DEFAULT, new RotationPlan(Duration.ofDays(1), parts));
  }

  @Test
  void run_generationYoungerThanItsTime_doesNothing() throws Exception {
    writer.age(23);

    assertThat(rotation.run()).isEmpty();

    assertThat(rotation.state()).isEqualTo(state(1, 1));
  }

  @Test
  void run_due_opensTheNextAndSealsTheOldOne() throws Exception {
    writer.claimAndCommit("a", "b");
    writer.age(25);

    assertThat(rotation.run()).isEqualTo(OptionalInt.of(2));

    assertThat(rotation.run()).isEmpty();
    assertThat(rotation.state()).isEqualTo(state(2, 2));
    assertThat(writer.claimAndCommit("a", "c", "b:pay 7"))
        .containsExactly("Duplicate", "New", "Conflict");
    assertThat(writer.text("SELECT string_agg(key, ' ') FROM dedup_key_g2")).isEqualTo("c");
    assertThat(writer.text("SELECT string_agg(key, ' ' ORDER BY key) FROM dedup_key_g1"))
        .isEqualTo("a b");
  }

  private static GenerationState state(int current, int generations) {
    return new GenerationState(current, generations, Duration.ZERO, 0, Duration.ZERO);
  }

  @Test
  void sealed_anyChange_isRefusedByTheDatabase() throws Exception {
    writer.claimAndCommit("a");
    writer.age(25);
    rotation.run();

    for (String change :
        new String[] {
          "INSERT INTO dedup_key SELECT consumer_group, 'b', generation, fingerprint, 1 FROM dedup_key",
          "UPDATE dedup_key SET fingerprint_version = 2",
          "DELETE FROM dedup_key"
        }) {
      assertThatThrownBy(() -> writer.run(change)).hasMessageContaining("dedup_key_g1 is sealed");
      writer.connection.rollback();
    }
  }

  /** Trap 18: the job was away for long, and its session has another time zone. */
  @Test
  void run_tenDaysLateInAnotherTimeZone_opensOneAndSaysHowLateItWas() throws Exception {
    writer.age(240);
    writer.runAndCommit(
        "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET timezone = ''America/Sao_Paulo''', current_database()); END $$");

    assertThat(rotation.state().overdue()).isBetween(Duration.ofDays(9), Duration.ofDays(10));
    assertThat(rotation.run()).isEqualTo(OptionalInt.of(2));

    assertThat(rotation.run()).isEmpty();
    assertThat(rotation.state().overdue()).isZero();
    assertThat(writer.text("SELECT count(*) FROM pg_partitioned_table WHERE partdefid <> 0"))
        .isEqualTo("0");
  }

  @Test
  void run_manyInstancesAtOnce_oneOpensIt() throws Exception {
    writer.age(25);
    CyclicBarrier together = new CyclicBarrier(4);
    ExecutorService instances = Executors.newFixedThreadPool(4);
    try {
      var opened =
          IntStream.range(0, 4)
              .mapToObj(
                  i ->
                      instances.submit(
                          () -> {
                            together.await();
                            return rotation(1).run();
                          }))
              .toList();

      int times = 0;
      for (Future<OptionalInt> each : opened) {
        times += each.get().isPresent() ? 1 : 0;
      }
      assertThat(times).isEqualTo(1);
      assertThat(writer.text("SELECT current FROM dedup_generation")).isEqualTo("2");
    } finally {
      instances.shutdownNow();
    }
  }

  @Test
  void run_anotherNumberOfParts_holdsFromTheNextGenerationOn() throws Exception {
    writer.claimAndCommit("old");
    writer.age(25);
    rotation(4).run();
    String[] keys = IntStream.range(0, 40).mapToObj(i -> "k" + i).toArray(String[]::new);
    writer.claimAndCommit(keys);

    assertThat(writer.text("SELECT count(DISTINCT tableoid) FROM dedup_key WHERE generation = 2"))
        .isEqualTo("4");
    writer.connection.commit();
    writer.age(25);
    rotation(32).run();

    assertThat(writer.claimAndCommit(keys)).containsOnly("Duplicate");
    assertThat(writer.claimAndCommit("old", "new")).containsExactly("Duplicate", "New");
    assertThat(
            writer.text(
                "SELECT string_agg(parts::text, ' ' ORDER BY generation) FROM dedup_generation_log"))
        .isEqualTo("1 4 32");
    assertThatThrownBy(() -> writer.run("DELETE FROM dedup_key WHERE key = 'k7'"))
        .hasMessageContaining("is sealed");
  }

  /** Trap 18: the switch is prepared and fails: everything goes on, and the next round ends it. */
  @Test
  void run_switchBlockedForTooLong_leavesWritersAndStateAloneUntilTheNextRound() throws Exception {
    writer.age(25);
    Rotation impatient = rotation(1);
    try (Instance slow = new Instance(database)) {
      slow.claim("held");
      ExecutorService job = Executors.newSingleThreadExecutor();
      Future<OptionalInt> blocked = job.submit(impatient::run);
      TestDatabase.awaitText(
          database, "SELECT count(*) FROM dedup_generation_log WHERE opened_at IS NULL", "1");
      impatient.close();
      assertThatThrownBy(blocked::get).hasCauseInstanceOf(InterruptedException.class);
      job.shutdownNow();

      assertThat(writer.claimAndCommit("other")).containsExactly("New");
      assertThat(rotation.state().overdue()).isPositive();
      slow.connection.commit();
    }

    assertThat(rotation.run()).isEqualTo(OptionalInt.of(2));
    assertThat(writer.claimAndCommit("held", "other")).containsOnly("Duplicate");
  }

  @Test
  void migrate_otherPrefixAndSchema_everythingWorksOnThose() throws Exception {
    DedupTables tables = new DedupTables("pay", "pay_dedup_");
    DataSource own = TestDatabase.fresh(tables);
    try (Instance instance = new Instance(own, tables);
        Rotation ofOwn = new Rotation(own, tables, RotationPlan.DAILY)) {
      instance.claimAndCommit("a");
      instance.runAndCommit(
          "UPDATE pay.pay_dedup_generation_log SET opened_at = opened_at - interval '25 hours'");

      assertThat(ofOwn.run()).isEqualTo(OptionalInt.of(2));

      assertThat(instance.claimAndCommit("a", "b")).containsExactly("Duplicate", "New");
      assertThat(instance.text("SELECT key FROM pay.pay_dedup_key_g2")).isEqualTo("b");
      assertThat(
              instance.text(
                  "SELECT count(*) FROM pg_class WHERE relname LIKE 'dedup%' OR relname LIKE '%.dedup%'"))
          .isEqualTo("0");
    }
  }
}
