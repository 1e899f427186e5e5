package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/**
 * Applies each message of a consumer group once, however often it is delivered.
 *
 * <p>Guarantees, over all instances on one database:
 *
 * <ul>
 *   <li>the work runs for messages that no tier knows, in the transaction that makes their keys
 *       known: key and effect are committed together or not at all;
 *   <li>of several copies exactly one is {@link Verdict.New}, whether they come in one batch, one
 *       after the other, or at the same moment on two instances;
 *   <li>what was parked is not known: a redrive is new;
 *   <li>what contradicts a known key is given to the caller's parking, in the same transaction;
 *   <li>whatever happens to the hot tier changes latency, never a verdict.
 * </ul>
 *
 * <p>An exception means that nothing was applied, or that the commit's outcome is unknown: deliver
 * the whole batch again, the tiers tell. Thread-safe; blocks on the database, and on Redis for no
 * longer than its time-out.
 */
public interface Deduplicator {

  /** Most messages in one batch; more is likely a mistake, and a long transaction. */
  int MAX_BATCH = 10_000;

  /**
   * Brings a batch to its commit.
   *
   * @param transaction runs the database part; Redis is asked before and told after it
   * @param consumerGroup whose keys these are; groups don't see one another's
   * @param messages in the order in which they were received, {@value #MAX_BATCH} at most
   * @param key names a message: a pure function
   * @param work applies those that are new
   * @param conflicts puts aside those whose key is known with other content
   * @return one verdict for each message, in the same order. Of copies within the batch the first
   *     is new and the others are its duplicates, also if that first one was parked: its parked row
   *     stands for all. Copies of other content contradict the first, also if it was parked: each
   *     is new when it comes again alone
   * @throws IllegalArgumentException if there are more than {@value #MAX_BATCH} messages
   * @throws SQLException from the database, the work or the parking; of SQLSTATE class 22 or 23 if
   *     a key can't be stored, which the message names. Nothing was marked then
   */
  <M> List<Verdict> process(
      InTransaction transaction,
      String consumerGroup,
      List<M> messages,
      Function<M, DedupKey> key,
      Work<M> work,
      Conflicts<M> conflicts)
      throws SQLException;

  /** The effect of a single message. */
  @FunctionalInterface
  interface SingleWork {
    Disposition apply(Connection connection) throws SQLException;
  }

  /** A batch of one. */
  default Verdict processOne(
      InTransaction transaction,
      String consumerGroup,
      DedupKey key,
      SingleWork work,
      Conflicts<DedupKey> conflicts)
      throws SQLException {
    return process(
            transaction,
            consumerGroup,
            List.of(key),
            Function.identity(),
            (connection, newOnes) -> List.of(work.apply(connection)),
            conflicts)
        .get(0);
  }
}
