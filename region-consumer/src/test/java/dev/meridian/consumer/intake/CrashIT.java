package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.inbox.UnitOfWork;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a crash or a database's answer between the steps leaves, and what the redelivery makes of
 * it.
 */
class CrashIT {
  private static final int SIZE = 30;

  private Workbench bench;
  private List<Incoming> batch;

  @BeforeEach
  void aBatch() {
    bench = Workbench.fresh();
    batch = new ArrayList<>();
    for (int i = 0; i < SIZE; i++) {
      batch.add(bench.incoming(bench.request()));
    }
  }

  /** The process is gone: an error that nothing here catches. */
  private static final class Crash extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void process_crashBeforeCommit_leavesNothingAndRedeliveryAppliesAll() throws Exception {
    crash(work -> once(work, Moment.BEFORE_COMMIT, new Crash()));
    assertThat(bench.number("select count(*) from payment")).isZero();
    assertThat(bench.number("select count(*) from dedup_key")).isZero();
    assertThat(bench.number("select count(*) from outbox")).isZero();
    assertThat(bench.number("select count(*) from consumed_position")).isZero();

    bench.requests().process(batch);

    assertEachOnce(Map.of("applied//", (long) SIZE));
  }

  @Test
  void process_crashAfterCommit_redeliveryIsDuplicates() throws Exception {
    crash(work -> once(work, Moment.AFTER_COMMIT, new Crash()));

    bench.requests().process(batch);

    assertEachOnce(Map.of("applied//", (long) SIZE, "duplicate/warm/redelivery", (long) SIZE));
  }

  @Test
  void process_commitAnswersWithAnErrorButWasDone_nextAttemptFindsDuplicates() throws Exception {
    RequestBatches processor =
        processor(
            work -> once(work, Moment.AFTER_COMMIT, new SQLException("connection lost", "08006")));

    processor.process(batch);

    assertEachOnce(Map.of("applied//", (long) SIZE, "duplicate/warm/redelivery", (long) SIZE));
  }

  @ParameterizedTest
  @ValueSource(strings = {"40001", "40P01", "55P03", "57P01", "08006", "53300", "25006", "XX000"})
  void process_transientAnswerOnce_isTriedAgainAndAppliedOnce(String state) throws Exception {
    RequestBatches processor =
        processor(work -> once(work, Moment.BEFORE_COMMIT, new SQLException("once", state)));

    processor.process(batch);

    assertEachOnce(Map.of("applied//", (long) SIZE));
    assertThat(bench.number("select count(*) from parked_message")).isZero();
  }

  private enum Moment {
    BEFORE_COMMIT,
    AFTER_COMMIT
  }

  private void crash(UnaryOperator<UnitOfWork> decorator) throws Exception {
    try {
      processor(decorator).process(batch);
    } catch (Crash expected) {
      return;
    }
    throw new AssertionError("did not crash");
  }

  private RequestBatches processor(UnaryOperator<UnitOfWork> decorator) {
    return bench.requests(decorator);
  }

  private void assertEachOnce(Map<String, Long> counts) throws Exception {
    assertThat(bench.number("select count(*) from payment")).isEqualTo(SIZE);
    assertThat(bench.number("select count(*) from payment_history")).isEqualTo(SIZE);
    assertThat(bench.number("select count(*) from open_message")).isEqualTo(SIZE);
    assertThat(bench.number("select sum(next_offset) from consumed_position")).isPositive();
    assertThat(bench.counts()).isEqualTo(counts);
  }

  private static UnitOfWork once(UnitOfWork real, Moment moment, Throwable fault) {
    AtomicInteger calls = new AtomicInteger();
    return new UnitOfWork() {
      @Override
      public <T> T inTransaction(Work<T> work) throws SQLException {
        boolean strike = calls.getAndIncrement() == 0;
        T result =
            real.inTransaction(
                connection -> {
                  T done = work.run(connection);
                  if (strike && moment == Moment.BEFORE_COMMIT) {
                    raise(fault);
                  }
                  return done;
                });
        if (strike && moment == Moment.AFTER_COMMIT) {
          raise(fault);
        }
        return result;
      }
    };
  }

  private static void raise(Throwable fault) throws SQLException {
    if (fault instanceof SQLException sql) {
      throw sql;
    }
    throw (Error) fault;
  }
}
