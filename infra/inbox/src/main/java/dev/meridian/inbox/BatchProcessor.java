package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Brings a batch to its end: in one transaction if it can be, else in halves, down to the message
 * that fails alone; only that one is parked. Order is kept: a part begins after the one before it
 * was committed. When {@link #process} returns, everything is committed and may be acknowledged.
 *
 * <p>A fault of code that nobody has foreseen is tried again for ever, as all that isn't named, and
 * nothing is parked for it. With {@link StuckMessages} its batch is halved too, after a few tries:
 * what is before it is committed, and the message is named there until it goes well or an operator
 * has it parked.
 *
 * <p>Blocks the caller; thread-safe.
 *
 * @param <M> a message
 * @param <R> what a committed part gives back, for what is done after the commit
 */
public final class BatchProcessor<M, R> {
  private static final Logger LOG = Logger.getLogger(BatchProcessor.class);

  /**
   * A message must fail alone so often: the first time may be a neighbour's unique key, committed
   * by now.
   */
  private static final int ALONE_ATTEMPTS = 2;

  /** A batch may fail so often by a fault of code before it is halved. */
  private static final int UNEXPECTED_AT_MOST = 3;

  private final Transactions transactions;
  private final Batch<M, R> batch;
  private final Function<M, Place> placeOf;
  private final @Nullable StuckMessages stuck;

  /** One that doesn't name what is stuck. */
  public BatchProcessor(Transactions transactions, Batch<M, R> batch) {
    this.transactions = transactions;
    this.batch = batch;
    this.placeOf = message -> new Place("", 0, 0);
    this.stuck = null;
  }

  /**
   * One that names the message by which a batch is stuck.
   *
   * @param placeOf where a message lies
   */
  public BatchProcessor(
      Transactions transactions,
      Batch<M, R> batch,
      Function<M, Place> placeOf,
      StuckMessages stuck) {
    this.transactions = transactions;
    this.batch = batch;
    this.placeOf = placeOf;
    this.stuck = stuck;
  }

  /** What is done with messages, in a transaction that begins anew for each attempt. */
  public interface Batch<M, R> {
    /** Applies some messages in their order. */
    R apply(Connection connection, List<M> messages) throws SQLException;

    /** Parks the one message that the database refuses, and counts it. */
    R park(Connection connection, M message, Failure.Poison why) throws SQLException;
  }

  /**
   * Applies or parks all messages.
   *
   * @return the committed parts' results in order
   * @throws InterruptedException on shutdown; parts before may be committed, the rest is not
   */
  public List<R> process(List<M> messages) throws InterruptedException {
    List<R> results = new ArrayList<>();
    if (!messages.isEmpty()) {
      process(messages, results);
    }
    return results;
  }

  /** Recursion halves, so its depth is the logarithm of the batch's size. */
  private void process(List<M> messages, List<R> results) throws InterruptedException {
    int unexpectedAtMost = stuck == null ? Integer.MAX_VALUE : UNEXPECTED_AT_MOST;
    try {
      results.add(
          transactions.run(connection -> batch.apply(connection, messages), unexpectedAtMost));
    } catch (PoisonException e) {
      if (messages.size() == 1) {
        results.add(alone(messages.get(0), e.failure()));
      } else {
        halves(messages, results);
      }
    } catch (UnexpectedFaultException e) {
      if (messages.size() == 1) {
        results.add(untilItGoesWellOrIsParked(messages.get(0), e));
      } else {
        halves(messages, results);
      }
    }
  }

  private void halves(List<M> messages, List<R> results) throws InterruptedException {
    int half = messages.size() / 2;
    process(messages.subList(0, half), results);
    process(messages.subList(half, messages.size()), results);
  }

  private R untilItGoesWellOrIsParked(M message, UnexpectedFaultException fault)
      throws InterruptedException {
    StuckMessages named = Objects.requireNonNull(stuck, "else nothing is given up on");
    Place place = placeOf.apply(message);
    Throwable cause = fault.getCause();
    Throwable why = cause == null ? fault : cause;
    LOG.errorf(why, "%s fails alone and holds its channel up, until an operator parks it", place);
    named.add(place, why);
    Failure.Poison byHand =
        new Failure.Poison(
            new UndecidableException(new IllegalStateException("parked by hand: " + why, why)), "");
    try {
      return transactions.run(
          connection ->
              named.isToBeParked(place)
                  ? batch.park(connection, message, byHand)
                  : batch.apply(connection, List.of(message)));
    } catch (PoisonException e) {
      return alone(message, e.failure());
    } finally {
      named.over(place);
    }
  }

  private R alone(M message, Failure.Poison first) throws InterruptedException {
    Failure.Poison why = first;
    for (int attempt = 1; attempt < ALONE_ATTEMPTS; attempt++) {
      try {
        return transactions.run(connection -> batch.apply(connection, List.of(message)));
      } catch (PoisonException e) {
        why = e.failure();
      }
    }
    Failure.Poison reason = why;
    return transactions.runWhateverHappens(connection -> batch.park(connection, message, reason));
  }
}
