package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Brings a batch to its end: in one transaction if it can be, else in halves, down to the message
 * that fails alone; only that one is parked. Order is kept: a part begins after the one before it
 * was committed. When {@link #process} returns, everything is committed and may be acknowledged.
 *
 * <p>Blocks the caller; thread-safe.
 *
 * @param <M> a message
 * @param <R> what a committed part gives back, for what is done after the commit
 */
public final class BatchProcessor<M, R> {
  /**
   * A message must fail alone so often: the first time may be a neighbour's unique key, committed
   * by now.
   */
  private static final int ALONE_ATTEMPTS = 2;

  private final Transactions transactions;
  private final Batch<M, R> batch;

  public BatchProcessor(Transactions transactions, Batch<M, R> batch) {
    this.transactions = transactions;
    this.batch = batch;
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
    try {
      results.add(transactions.run(connection -> batch.apply(connection, messages)));
    } catch (PoisonException e) {
      if (messages.size() == 1) {
        results.add(alone(messages.get(0), e.failure()));
      } else {
        int half = messages.size() / 2;
        process(messages.subList(0, half), results);
        process(messages.subList(half, messages.size()), results);
      }
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
