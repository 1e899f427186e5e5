package dev.meridian.dedup.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Deduplicator;
import dev.meridian.dedup.Disposition;
import dev.meridian.dedup.Fingerprint;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.Verdict;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every deduplicator does, whatever it stores its keys in. Each test has an empty one. */
public abstract class DeduplicatorContract {
  private static final String GROUP = "orders";

  private final List<String> applied = new ArrayList<>();
  private final List<String> conflicts = new ArrayList<>();

  protected abstract Deduplicator deduplicator();

  protected abstract InTransaction transaction();

  /** A key and, after a colon, what it asks for; keys that begin with "bad" are parked. */
  private static DedupKey message(String text) {
    String[] parts = text.split(":", 2);
    String content = parts.length == 1 ? "pay 5" : parts[1];
    return new DedupKey(
        parts[0],
        Fingerprint.of(content.getBytes(StandardCharsets.UTF_8)),
        content.startsWith("v2") ? 2 : 1,
        Instant.EPOCH);
  }

  private List<Verdict> process(String group, String... texts) throws SQLException {
    return process(transaction(), group, texts);
  }

  private List<Verdict> process(InTransaction transaction, String group, String... texts)
      throws SQLException {
    return deduplicator()
        .process(
            transaction,
            group,
            List.of(texts),
            DeduplicatorContract::message,
            (connection, newOnes) -> newOnes.stream().map(this::apply).toList(),
            this::park);
  }

  private synchronized void park(Connection connection, List<String> contradicting) {
    conflicts.addAll(contradicting);
  }

  private synchronized Disposition apply(String text) {
    if (text.startsWith("bad")) {
      return Disposition.PARKED;
    }
    applied.add(text);
    return Disposition.APPLIED;
  }

  private static List<String> words(List<Verdict> verdicts) {
    return verdicts.stream().map(verdict -> verdict.getClass().getSimpleName()).toList();
  }

  @Test
  void process_nothing_asksNothing() throws SQLException {
    assertThat(process(new Refusing(), GROUP)).isEmpty();
  }

  @Test
  void process_newOnes_areAppliedInTheirOrder() throws SQLException {
    assertThat(words(process(GROUP, "b", "a", "c"))).containsExactly("New", "New", "New");
    assertThat(applied).containsExactly("b", "a", "c");
  }

  @Test
  void process_again_isADuplicateSinceTheFirst() throws SQLException {
    process(GROUP, "a");

    Verdict second = process(GROUP, "a").get(0);
    Verdict third = process(GROUP, "a").get(0);

    assertThat(applied).containsExactly("a");
    assertThat(((Verdict.Duplicate) third).firstSeen())
        .isEqualTo(((Verdict.Duplicate) second).firstSeen());
  }

  @Test
  void process_mixedBatch_hasAVerdictForEachInItsPlace() throws SQLException {
    process(GROUP, "a", "b");

    assertThat(words(process(GROUP, "c", "b:pay 7", "a", "d", "c")))
        .containsExactly("New", "Conflict", "Duplicate", "New", "Duplicate");
    assertThat(applied).containsExactly("a", "b", "c", "d");
  }

  @Test
  void process_copiesInABatchThatDiffer_firstWins() throws SQLException {
    assertThat(words(process(GROUP, "a", "a:pay 7", "a")))
        .containsExactly("New", "Conflict", "Duplicate");
    assertThat(words(process(GROUP, "a:pay 7", "a"))).containsExactly("Conflict", "Duplicate");
    assertThat(applied).containsExactly("a");
  }

  @Test
  void process_fingerprintOfAnotherVersion_isNoConflict() throws SQLException {
    process(GROUP, "a");

    assertThat(words(process(GROUP, "a:v2", "a:pay 7"))).containsExactly("Duplicate", "Conflict");
  }

  @Test
  void process_parked_isNewAgain() throws SQLException {
    assertThat(words(process(GROUP, "bad", "a", "bad"))).containsExactly("New", "New", "Duplicate");

    assertThat(words(process(GROUP, "bad", "a"))).containsExactly("New", "Duplicate");
    assertThat(words(process(GROUP, "bad:pay 7"))).containsExactly("New");
  }

  @Test
  void process_inAnotherGroup_isNewThere() throws SQLException {
    process(GROUP, "a");

    assertThat(words(process("invoices", "a:pay 7"))).containsExactly("New");
  }

  @Test
  void process_workThrows_leavesNothing() throws SQLException {
    assertThatThrownBy(
            () ->
                deduplicator()
                    .process(
                        transaction(),
                        GROUP,
                        List.of("a"),
                        DeduplicatorContract::message,
                        (connection, newOnes) -> {
                          throw new SQLException("broken", "40001");
                        },
                        this::park))
        .isInstanceOf(SQLException.class);

    assertThat(words(process(GROUP, "a"))).containsExactly("New");
  }

  @Test
  void process_rolledBackAfterTheWork_leavesNothing() throws SQLException {
    assertThatThrownBy(() -> process(new Crashing(transaction()), GROUP, "a"))
        .hasMessage("crash before the commit");

    assertThat(words(process(GROUP, "a"))).containsExactly("New");
  }

  @Test
  void process_workIsSilentOnOne_leavesNothing() throws SQLException {
    assertThatThrownBy(
            () ->
                deduplicator()
                    .process(
                        transaction(),
                        GROUP,
                        List.of("a", "b"),
                        DeduplicatorContract::message,
                        (connection, newOnes) -> List.of(Disposition.APPLIED),
                        this::park))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("given 2 new messages and said what became of 1");

    assertThat(words(process(GROUP, "a", "b"))).containsExactly("New", "New");
  }

  @Test
  void process_allKnown_doesNoWork() throws SQLException {
    process(GROUP, "a");

    List<Verdict> verdicts =
        deduplicator()
            .process(
                transaction(),
                GROUP,
                List.of("a"),
                DeduplicatorContract::message,
                (connection, newOnes) -> {
                  throw new AssertionError("no work to do");
                },
                this::park);

    assertThat(words(verdicts)).containsExactly("Duplicate");
  }

  @Test
  void processOne_thrice_appliesOnce() throws SQLException {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      words.addAll(
          words(
              List.of(
                  deduplicator()
                      .processOne(
                          transaction(),
                          GROUP,
                          message("a"),
                          connection -> apply("a"),
                          (connection, contradicting) -> conflicts.add("a")))));
    }

    assertThat(words).containsExactly("New", "Duplicate", "Duplicate");
    assertThat(applied).containsExactly("a");
  }

  @Test
  void process_sameKeysByTwoAtOnce_appliesEachOnce() throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    CyclicBarrier together = new CyclicBarrier(2);
    try {
      for (int i = 0; i < 10; i++) {
        String[] forth = {"k" + i, "l" + i};
        String[] back = {"l" + i, "k" + i};
        Future<List<Verdict>> theirs =
            other.submit(
                () -> {
                  together.await();
                  return process(GROUP, back);
                });
        together.await();
        List<Verdict> all = new ArrayList<>(process(GROUP, forth));
        all.addAll(theirs.get());
        assertThat(all.stream().filter(Verdict.New.class::isInstance)).hasSize(2);
      }
    } finally {
      other.shutdownNow();
    }
    assertThat(applied).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void process_contradicting_areGivenToTheParking() throws SQLException {
    process(GROUP, "a", "b");

    process(GROUP, "a:pay 7", "c", "b:pay 9", "a");

    assertThat(conflicts).containsExactly("a:pay 7", "b:pay 9");
    assertThat(applied).containsExactly("a", "b", "c");
  }

  @Test
  void process_parkingThrows_leavesNothing() throws SQLException {
    process(GROUP, "a");

    assertThatThrownBy(
            () ->
                deduplicator()
                    .process(
                        transaction(),
                        GROUP,
                        List.of("b", "a:pay 7"),
                        DeduplicatorContract::message,
                        (connection, newOnes) -> newOnes.stream().map(this::apply).toList(),
                        (connection, contradicting) -> {
                          throw new SQLException("no table", "42P01");
                        }))
        .isInstanceOf(SQLException.class);

    assertThat(words(process(GROUP, "b", "a:pay 7"))).containsExactly("New", "Conflict");
  }

  @Test
  void processOne_contradicting_isGivenToTheParking() throws SQLException {
    process(GROUP, "a");

    Verdict verdict =
        deduplicator()
            .processOne(
                transaction(),
                GROUP,
                message("a:pay 7"),
                connection -> apply("a"),
                (connection, contradicting) -> conflicts.add("a:pay 7"));

    assertThat(words(List.of(verdict))).containsExactly("Conflict");
    assertThat(conflicts).containsExactly("a:pay 7");
  }

  /** Both are put aside, each with its own content, and neither is lost: the key is free again. */
  @Test
  void process_otherContentBesideAParkedCopy_isAConflictAndNewWhenItComesAgain()
      throws SQLException {
    assertThat(words(process(GROUP, "bad", "bad:pay 7", "bad")))
        .containsExactly("New", "Conflict", "Duplicate");
    assertThat(conflicts).containsExactly("bad:pay 7");

    assertThat(words(process(GROUP, "bad:pay 7"))).containsExactly("New");
  }

  @Test
  void process_moreThanTheLargestBatch_isRefused() {
    String[] many = new String[Deduplicator.MAX_BATCH + 1];
    Arrays.fill(many, "a");

    assertThatThrownBy(() -> process(GROUP, many))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("split the batch");
  }

  @Test
  void process_keyOrGroupThatCantBeStored_isRefusedByNameAndLeavesNothing() throws SQLException {
    String tooLong = "x".repeat(2_049);

    assertRefused("22", "key \"a\u2400b\"", GROUP, "good", "a\0b");
    assertRefused("23", "key \"xxx", GROUP, "good", tooLong);
    assertRefused("23", "2050 bytes", GROUP, "good", "\u00E9".repeat(1_025));
    assertRefused("22", "consumer group \"o\u2400\"", "o\0", "good");
    assertRefused("23", "consumer group \"\"", "", "good");
    assertRefused("23", "consumer group \"xxx", "x".repeat(256), "good");

    assertThat(words(process(GROUP, "good", "x".repeat(2_048)))).containsExactly("New", "New");
  }

  private void assertRefused(String sqlstateClass, String words, String group, String... texts) {
    assertThatThrownBy(() -> process(group, texts))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).startsWith(sqlstateClass))
        .hasMessageContaining(words);
    assertThat(applied).isEmpty();
  }

  /** The caller's list is its own again, and the work's can't be changed. */
  @Test
  void process_listsChangedByTheWork_changeNothing() throws SQLException {
    List<String> batch = new ArrayList<>(List.of("a", "b"));

    List<Verdict> verdicts =
        deduplicator()
            .process(
                transaction(),
                GROUP,
                batch,
                DeduplicatorContract::message,
                (connection, newOnes) -> {
                  batch.clear();
                  assertThatThrownBy(() -> newOnes.remove(0))
                      .isInstanceOf(UnsupportedOperationException.class);
                  return newOnes.stream().map(this::apply).toList();
                },
                this::park);

    assertThat(words(verdicts)).containsExactly("New", "New");
    assertThatThrownBy(() -> verdicts.remove(0)).isInstanceOf(UnsupportedOperationException.class);
    assertThat(words(process(GROUP, "a", "b"))).containsExactly("Duplicate", "Duplicate");
  }

  /** A transaction that must not be begun. */
  private static final class Refusing implements InTransaction {
    @Override
    public <T> T run(Step<T> step) {
      throw new AssertionError("nothing to ask");
    }
  }

  /** The work is done, the commit isn't. */
  private record Crashing(InTransaction transaction) implements InTransaction {
    @Override
    public <T> T run(Step<T> step) throws SQLException {
      return transaction.run(
          connection -> {
            step.run(connection);
            throw new SQLException("crash before the commit");
          });
    }
  }

  @Test
  void process_workThatSaysNull_isRefusedAndLeavesTheKeyNew() throws SQLException {
    assertThatThrownBy(
            () ->
                deduplicator()
                    .process(
                        transaction(),
                        GROUP,
                        List.of("n1", "n2"),
                        DeduplicatorContract::message,
                        (connection, newOnes) -> Arrays.asList(Disposition.APPLIED, null),
                        this::park))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("n2");

    assertThat(process(GROUP, "n1", "n2")).allMatch(verdict -> verdict instanceof Verdict.New);
  }
}
