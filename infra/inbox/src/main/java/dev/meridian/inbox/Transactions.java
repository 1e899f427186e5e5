package dev.meridian.inbox;

import dev.meridian.outbox.Backoff;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jboss.logging.Logger;

/**
 * Runs a transaction until it is committed. Whatever may go well another time is tried again as a
 * whole, COMMIT included, for as long as it takes; each wait is bounded. Only poison comes out. So
 * an outage is waiting, never a business answer.
 *
 * <p>Blocks the caller meanwhile; ends by interruption or {@link #close}. Thread-safe: one for all
 * partitions.
 */
public final class Transactions implements AutoCloseable {
  /** 100 ms, doubling to 10 s. */
  public static final Backoff DEFAULT_BACKOFF =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

  private static final Logger LOG = Logger.getLogger(Transactions.class);

  private final UnitOfWork unitOfWork;
  private final Backoff backoff;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Listener listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Map<Object, Failing> failing = new ConcurrentHashMap<>();

  /**
   * @param random must be thread-safe if several threads run transactions
   */
  public Transactions(
      UnitOfWork unitOfWork,
      Backoff backoff,
      InstantSource clock,
      RandomGenerator random,
      Listener listener) {
    this.unitOfWork = unitOfWork;
    this.backoff = backoff;
    this.clock = clock;
    this.random = random;
    this.listener = listener;
  }

  /**
   * A transaction that is being tried again.
   *
   * @param since when it failed first
   * @param failures how often it failed
   * @param last why it failed last
   */
  public record Failing(Instant since, int failures, Failure last) {}

  /** Is told on the thread that runs the transaction; must return soon and not throw. */
  public interface Listener {
    /** Before each wait. */
    void failing(Failing failing);

    /** After the commit, or the end for another reason, of a transaction that failed before. */
    void ended(Failing failing);

    Listener NONE =
        new Listener() {
          @Override
          public void failing(Failing failing) {}

          @Override
          public void ended(Failing failing) {}
        };
  }

  /**
   * Runs the work in a transaction, again and again until it is committed.
   *
   * @throws PoisonException if the database refuses the data
   * @throws InterruptedException if the thread is interrupted, or this is closed, before it could
   *     be committed
   */
  public <T> T run(UnitOfWork.Work<T> work) throws PoisonException, InterruptedException {
    try {
      return run(work, Integer.MAX_VALUE);
    } catch (UnexpectedFaultException e) {
      throw new IllegalStateException("so many attempts take longer than any process lives", e);
    }
  }

  /**
   * The same, but gives up on faults of code.
   *
   * @param unexpectedAtMost so many attempts may fail by something else than the database
   * @throws UnexpectedFaultException when as many have
   */
  <T> T run(UnitOfWork.Work<T> work, int unexpectedAtMost)
      throws PoisonException, UnexpectedFaultException, InterruptedException {
    Object token = new Object();
    int unexpected = 0;
    try {
      while (true) {
        Attempt<T> attempt = attempt(work);
        if (attempt instanceof Attempt.Committed<T> committed) {
          return committed.result();
        }
        Failure failure = ((Attempt.Failed<T>) attempt).failure();
        if (failure instanceof Failure.Poison poison) {
          throw new PoisonException(poison);
        }
        if (Failure.isUnexpected(failure.cause()) && ++unexpected >= unexpectedAtMost) {
          throw new UnexpectedFaultException(failure.cause());
        }
        waitAfter(token, failure);
      }
    } finally {
      Failing over = failing.remove(token);
      if (over != null) {
        listener.ended(over);
      }
    }
  }

  /** The transaction that fails since longest; for readiness. */
  public Optional<Failing> failing() {
    return failing.values().stream().min(Comparator.comparing(Failing::since));
  }

  /** Ends all waits; transactions that run come to their end. */
  @Override
  public void close() {
    closed.countDown();
  }

  /**
   * Reports what can't be parked either: a fault that a person has to see, tried again like any.
   */
  <T> T runWhateverHappens(UnitOfWork.Work<T> work) throws InterruptedException {
    Object token = new Object();
    try {
      while (true) {
        try {
          return run(work);
        } catch (PoisonException e) {
          waitAfter(token, new Failure.OurFault(e.failure().cause(), e.failure().sqlState()));
        }
      }
    } finally {
      Failing over = failing.remove(token);
      if (over != null) {
        listener.ended(over);
      }
    }
  }

  private sealed interface Attempt<T> {
    record Committed<T>(T result) implements Attempt<T> {}

    record Failed<T>(Failure failure) implements Attempt<T> {}
  }

  private <T> Attempt<T> attempt(UnitOfWork.Work<T> work) {
    boolean[] workDone = {false};
    try {
      T result =
          unitOfWork.inTransaction(
              connection -> {
                T done = work.run(connection);
                workDone[0] = true;
                return done;
              });
      return new Attempt.Committed<>(result);
    } catch (SQLException | RuntimeException e) {
      return new Attempt.Failed<>(workDone[0] ? Failure.ofCommit(e) : Failure.of(e));
    }
  }

  private void waitAfter(Object token, Failure failure) throws InterruptedException {
    Failing now =
        failing.merge(
            token,
            new Failing(clock.instant(), 1, failure),
            (before, first) -> new Failing(before.since, before.failures + 1, failure));
    if (now.failures == 1) {
      LOG.warnf(
          failure.cause(), "A transaction failed (%s) and is tried again", failure.sqlState());
    } else {
      LOG.debugf(failure.cause(), "Failed %d times since %s", now.failures, now.since);
    }
    listener.failing(now);
    long millis = backoff.after(now.failures, random).toMillis();
    if (closed.await(millis, TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("Transactions are closed");
    }
  }
}
