package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.BatchUpdateException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FailureTest {
  private static SQLException sql(String state) {
    return new SQLException("Verklemmung entdeckt", state);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "08000", "08003", "08006", "08P01", "25P03", "25P04", "25006", "40001", "40P01", "53300",
        "53100", "55P03", "57014", "57P01", "57P03", "25P02", "55000", "58030", "XX000", "0A000",
        "P0001", "28000"
      })
  void of_maybeAnotherTime_isTransient(String state) {
    assertThat(Failure.of(sql(state)))
        .isInstanceOf(Failure.Transient.class)
        .returns(state, Failure::sqlState);
  }

  @ParameterizedTest
  @ValueSource(strings = {"42P01", "42501", "42703", "42883"})
  void of_missingTableOrRight_isOurFault(String state) {
    assertThat(Failure.of(sql(state))).isInstanceOf(Failure.OurFault.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22021", "22P05", "22003", "23505", "23514", "23502", "54000"})
  void of_dataRefused_isPoison(String state) {
    assertThat(Failure.of(sql(state))).isInstanceOf(Failure.Poison.class);
  }

  @Test
  void of_noSqlAtAll_isTransient() {
    assertThat(Failure.of(new IllegalStateException("the transaction manager is tired")))
        .isInstanceOf(Failure.Transient.class);
    assertThat(Failure.of(new SQLException("no state"))).isInstanceOf(Failure.Transient.class);
  }

  @Test
  void of_wrappedTwiceByTheTransactionManager_isFound() {
    RuntimeException wrapped = new RuntimeException(new IllegalStateException(sql("22021")));

    assertThat(Failure.of(wrapped)).isInstanceOf(Failure.Poison.class);
  }

  @Test
  void of_batchWhoseNextExceptionSaysWhy_isFound() {
    BatchUpdateException batch = new BatchUpdateException("batch entry 3", null, new int[0]);
    batch.setNextException(sql("22021"));

    assertThat(Failure.of(batch)).isInstanceOf(Failure.Poison.class);
  }

  @Test
  void of_poisonAndThenALostConnection_isTransient() {
    SQLException poison = sql("23505");
    poison.addSuppressed(sql("08006"));

    assertThat(Failure.of(poison)).isInstanceOf(Failure.Transient.class);
  }

  @Test
  void of_poisonHiddenBehindAnAbortedTransaction_isPoison() {
    SQLException aborted = sql("25P02");
    aborted.setNextException(sql("22021"));

    assertThat(Failure.of(aborted)).isInstanceOf(Failure.Poison.class);
  }

  @Test
  void of_faultOfOurOwnInADecision_isPoisonUnlessTheDatabaseHadATransientOne() {
    UndecidableException fault = new UndecidableException(new IllegalStateException("a bug"));
    UndecidableException lost = new UndecidableException(new RuntimeException(sql("08006")));

    assertThat(Failure.of(new RuntimeException(fault)))
        .isInstanceOfSatisfying(
            Failure.Poison.class, poison -> assertThat(poison.isUndecidable()).isTrue());
    assertThat(Failure.of(lost)).isInstanceOf(Failure.Transient.class);
    assertThat(Failure.of(sql("22021")))
        .isInstanceOfSatisfying(
            Failure.Poison.class, poison -> assertThat(poison.isUndecidable()).isFalse());
  }

  @Test
  void of_causesInACircle_ends() {
    RuntimeException a = new RuntimeException("a");
    RuntimeException b = new RuntimeException("b", a);
    a.initCause(b);

    assertThat(Failure.of(a)).isInstanceOf(Failure.Transient.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"23505", "23514", "42501", "40001", "08006"})
  void ofCommit_whatever_isUnknownAndTriedAgain(String state) {
    assertThat(Failure.ofCommit(sql(state))).isInstanceOf(Failure.Transient.class);
  }
}
