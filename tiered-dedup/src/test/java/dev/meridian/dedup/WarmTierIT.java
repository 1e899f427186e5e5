package dev.meridian.dedup;

import static dev.meridian.dedup.Messages.message;
import static dev.meridian.dedup.Messages.messages;
import static dev.meridian.dedup.Messages.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WarmTierIT {

  private static final DataSource DATABASE = TestDatabase.fresh();
  private static final String GROUP = "payments";

  private final WarmTier warm = new WarmTier(DedupTables.DEFAULT);
  private Connection connection = open();

  private static Connection open() {
    try {
      Connection connection = DATABASE.getConnection();
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    run("TRUNCATE dedup_key");
    connection.commit();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private List<Verdict> claim(String... texts) throws SQLException {
    return Warm.claim(warm, connection, GROUP, messages(texts));
  }

  private List<Verdict> claimAndCommit(String... texts) throws SQLException {
    List<Verdict> verdicts = claim(texts);
    connection.commit();
    return verdicts;
  }

  @Test
  void claim_keysNobodyKnows_areNewInTheOrderGiven() throws SQLException {
    assertThat(claimAndCommit("b", "a", "c")).containsOnly(new Verdict.New()).hasSize(3);
    assertThat(text("SELECT string_agg(key, ' ' ORDER BY key) FROM dedup_key")).isEqualTo("a b c");
    assertThat(text("SELECT DISTINCT tableoid::regclass FROM dedup_key")).isEqualTo("dedup_key_g1");
  }

  @Test
  void claim_again_isADuplicateThatKnowsWhenTheFirstCame() throws SQLException {
    Instant before = Instant.now().minus(Duration.ofMinutes(1));
    claimAndCommit("a");

    Verdict verdict = claimAndCommit("a").get(0);

    assertThat(verdict).isInstanceOf(Verdict.Duplicate.class);
    Verdict.Duplicate duplicate = (Verdict.Duplicate) verdict;
    assertThat(duplicate.tier()).isEqualTo(Tier.WARM);
    assertThat(duplicate.tier().label()).isEqualTo("warm");
    assertThat(duplicate.firstSeen()).isBetween(before, Instant.now().plusSeconds(60));
    assertThat(text("SELECT count(*) FROM dedup_key")).isEqualTo("1");
  }

  @Test
  void claim_mixedBatch_hasAVerdictForEachInItsPlace() throws SQLException {
    claimAndCommit("a", "b");

    assertThat(words(claimAndCommit("c", "b:pay 7", "a", "d")))
        .containsExactly("New", "Conflict", "Duplicate", "New");
  }

  @Test
  void claim_rolledBack_leavesNothing() throws SQLException {
    claim("a");
    connection.rollback();

    assertThat(words(claimAndCommit("a"))).containsExactly("New");
  }

  @Test
  void claim_otherFingerprintVersion_isNoConflict() throws SQLException {
    claimAndCommit("a");
    DedupKey newer = new DedupKey("a", Fingerprint.of(new byte[] {7}), 2, Instant.EPOCH);

    List<Verdict> verdicts = Warm.claim(warm, connection, GROUP, List.of(newer));

    assertThat(words(verdicts)).containsExactly("Duplicate");
  }

  @Test
  void claim_conflict_leavesTheFirstFingerprint() throws SQLException {
    claimAndCommit("a");

    assertThat(words(claimAndCommit("a:pay 7"))).containsExactly("Conflict");
    assertThat(words(claimAndCommit("a"))).containsExactly("Duplicate");
  }

  /** Trap 4, part 1. */
  @Test
  void claim_sameKeyTwiceInABatch_isNewOnce() throws SQLException {
    List<String> batch = new ArrayList<>(IntStream.range(0, 50).mapToObj(i -> "M" + i).toList());
    batch.set(40, "M3");

    List<String> words = words(claimAndCommit(batch.toArray(String[]::new)));

    assertThat(words.get(3)).isEqualTo("New");
    assertThat(words.get(40)).isEqualTo("Duplicate");
    assertThat(Collections.frequency(words, "New")).isEqualTo(49);
  }

  /** Trap 4, part 2. */
  @Test
  void claim_sameKeyTwiceInABatchWithOtherContent_firstWinsAndSecondConflicts()
      throws SQLException {
    assertThat(words(claimAndCommit("M7", "M8", "M7:pay 9", "M7")))
        .containsExactly("New", "New", "Conflict", "Duplicate");
    assertThat(words(claimAndCommit("M7", "M7:pay 9"))).containsExactly("Duplicate", "Conflict");
  }

  @Test
  void claim_contradictingCopyBeforeARightOne_bothAreComparedWithTheTable() throws SQLException {
    claimAndCommit("M7");

    assertThat(words(claimAndCommit("M7:pay 9", "M7"))).containsExactly("Conflict", "Duplicate");
  }

  @Test
  void claim_byAnotherConsumerGroup_isNewThere() throws SQLException {
    claimAndCommit("a");

    List<Verdict> verdicts = Warm.claim(warm, connection, "reports", messages("a:pay 7"));
    connection.commit();

    assertThat(words(verdicts)).containsExactly("New");
    assertThat(words(claimAndCommit("a"))).containsExactly("Duplicate");
  }

  @Test
  void claim_largestBatchWithStrangeKeys_isTakenAndFoundAgain() throws SQLException {
    String[] keys =
        IntStream.range(0, Deduplicator.MAX_BATCH)
            .mapToObj(i -> "pay|\uD83D\uDCB6 {\"},'%\\ " + i + "|ключ")
            .toArray(String[]::new);

    assertThat(claimAndCommit(keys)).hasSize(keys.length).containsOnly(new Verdict.New());
    assertThat(claimAndCommit(keys))
        .hasSize(keys.length)
        .allMatch(verdict -> verdict instanceof Verdict.Duplicate);
    assertThatThrownBy(
            () -> Warm.claim(warm, connection, GROUP, Collections.nCopies(10_001, message("a"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("split the batch");
  }

  @Test
  void claim_keysThatCantBeStored_failWithTheSqlstateOfPoison() throws SQLException {
    assertThatThrownBy(() -> claim("a\u0000b"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("22"));
    connection.rollback();
    assertThatThrownBy(() -> claim("x".repeat(2_049)))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).startsWith("23"));
    connection.rollback();
    assertThat(words(claimAndCommit("x".repeat(2_048)))).containsExactly("New");
  }

  @Test
  void claim_inAnotherIsolationLevel_isRefusedWithTheWayOut() throws SQLException {
    connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);

    assertThatThrownBy(() -> claim("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("needs READ COMMITTED, but this transaction is REPEATABLE READ");
  }

  @Test
  void claim_onAnAutoCommitConnection_isRefusedWithTheWayOut() throws SQLException {
    connection.setAutoCommit(true);

    assertThatThrownBy(() -> claim("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("call setAutoCommit(false)");
  }

  /** Trap 1: no verdict is read from an error, so no language and no other constraint matters. */
  @Test
  void claim_singlyAndInBatchesInAnyLanguage_raisesNoErrorInTheTransaction() throws SQLException {
    for (String language : installedLanguages()) {
      run("TRUNCATE dedup_key");
      run("SET LOCAL lc_messages = '" + language + "'");

      assertThat(words(claim("M1"))).as(language).containsExactly("New");
      assertThat(words(claim("M1"))).as(language).containsExactly("Duplicate");
      assertThat(words(claim("M1", "M2"))).as(language).containsExactly("Duplicate", "New");

      // An error would have spoilt the transaction (25P02) before this.
      assertThat(text("SELECT count(*) FROM dedup_key")).as(language).isEqualTo("2");
      connection.commit();
    }
  }

  /** Trap 1: a unique violation of something else stays one. */
  @Test
  void work_violatesAnotherUniqueConstraint_isNotTakenForADuplicate() throws SQLException {
    run("CREATE TEMPORARY TABLE other (id int CONSTRAINT other_pk PRIMARY KEY)");
    claim("M1");
    run("INSERT INTO other VALUES (1)");

    assertThatThrownBy(() -> run("INSERT INTO other VALUES (1)"))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    connection.rollback();
    assertThat(words(claimAndCommit("M1"))).containsExactly("New");
  }

  @Test
  void forget_parkedKeys_areNewAgain() throws SQLException {
    claim("a", "b", "c");
    Warm.forget(warm, connection, GROUP, messages("b", "c"));
    connection.commit();

    assertThat(words(claimAndCommit("a", "b", "c"))).containsExactly("Duplicate", "New", "New");
  }

  @Test
  void forget_copyThatContradictsAnAppliedOne_keepsTheAppliedOne() throws SQLException {
    claimAndCommit("old");
    claim("a", "a:pay 7", "old:pay 7");
    Warm.forget(warm, connection, GROUP, messages("a:pay 7", "old:pay 7"));
    connection.commit();

    assertThat(words(claimAndCommit("a", "old"))).containsExactly("Duplicate", "Duplicate");
  }

  @Test
  void forget_keyOfAnEarlierTransaction_isRefused() throws SQLException {
    claimAndCommit("a");
    claim("a", "b");

    assertThatThrownBy(() -> Warm.forget(warm, connection, GROUP, messages("a", "b")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("key a of payments was not claimed as new by this transaction");
  }

  /** Rows that were made within a savepoint name that one, not the transaction. */
  @Test
  void forget_claimedInASavepoint_isNewAgain() throws SQLException {
    Savepoint around = connection.setSavepoint();
    claim("a", "b");
    Warm.forget(warm, connection, GROUP, messages("b"));
    connection.releaseSavepoint(around);
    Warm.forget(warm, connection, GROUP, messages("a"));
    connection.commit();

    assertThat(words(claimAndCommit("a", "b"))).containsExactly("New", "New");
  }

  @Test
  void forget_afterTheSavepointOfTheClaimWasRolledBack_isNothingToDo() throws SQLException {
    Savepoint around = connection.setSavepoint();
    claim("a");
    connection.rollback(around);
    Warm.forget(warm, connection, GROUP, messages("a"));
    connection.commit();

    assertThat(words(claimAndCommit("a"))).containsExactly("New");
  }

  @Test
  void forget_driverSetsSavepointsByItself_isNewAgain() throws SQLException {
    DatabaseMetaData here = connection.getMetaData();
    Properties options = new Properties();
    options.putAll(
        Map.of("user", here.getUserName(), "password", "postgres", "autosave", "always"));
    try (Connection saving = DriverManager.getConnection(here.getURL(), options)) {
      saving.setAutoCommit(false);
      Warm.claim(warm, saving, GROUP, messages("a", "b"));
      Warm.forget(warm, saving, GROUP, messages("b"));
      saving.commit();
    }

    assertThat(words(claimAndCommit("a", "b"))).containsExactly("Duplicate", "New");
  }

  @Test
  void forget_keyOfAnotherGroup_keepsIt() throws SQLException {
    claim("a");
    Warm.forget(warm, connection, "reports", messages("a"));
    connection.commit();

    assertThat(words(claimAndCommit("a"))).containsExactly("Duplicate");
  }

  @Test
  void claim_afterAGenerationWasOpened_knowsTheSealedOnesKeys() throws SQLException {
    claimAndCommit("a", "b");
    run("CREATE TABLE dedup_key_g2 PARTITION OF dedup_key FOR VALUES IN (2)");
    run("UPDATE dedup_generation SET current = 2");
    connection.commit();
    try {
      assertThat(words(claimAndCommit("a", "c", "b:pay 7", "a")))
          .containsExactly("Duplicate", "New", "Conflict", "Duplicate");
      assertThat(text("SELECT string_agg(key, ' ') FROM dedup_key_g2")).isEqualTo("c");
      claim("d");
      Warm.forget(warm, connection, GROUP, messages("d"));
      connection.commit();
      assertThat(text("SELECT count(*) FROM dedup_key")).isEqualTo("3");
    } finally {
      run("UPDATE dedup_generation SET current = 1");
      run("DROP TABLE dedup_key_g2");
      connection.commit();
    }
  }

  @Test
  void generations_rowMissing_saysWhatToDo() throws SQLException {
    run("DELETE FROM dedup_generation");

    assertThatThrownBy(() -> claim("a"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("dedup_generation has no row");
    connection.rollback();
  }

  /** All languages PostgreSQL accepts here, at least two names of English. */
  private List<String> installedLanguages() throws SQLException {
    List<String> languages = new ArrayList<>(List.of("C", "POSIX"));
    for (String language : List.of("de_DE.UTF-8", "zh_CN.UTF-8", "C.UTF-8")) {
      try {
        run("SET LOCAL lc_messages = '" + language + "'");
        languages.add(language);
      } catch (SQLException e) {
        assertThat(e.getSQLState()).as("not installed").isEqualTo("22023");
      }
      connection.rollback();
    }
    return languages;
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** A rolling change of the setting: both spell the same tables. */
  @Test
  void writersLock_sameTablesOtherwiseNamed_isTheSame() throws SQLException {
    DataSource database = TestDatabase.fresh();
    String named = new DedupTables("public", "dedup_").writersLock();

    assertThat(
            TestDatabase.text(
                database, "SELECT " + named + " = " + DedupTables.DEFAULT.writersLock()))
        .isEqualTo("t");
  }
}
