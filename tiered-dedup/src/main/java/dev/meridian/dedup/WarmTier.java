package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The authority on which messages are new: the table {@code dedup_key}, written in the caller's
 * transaction together with the messages' effects, so that both are there or neither.
 *
 * <p>Guarantees, over all instances on one database:
 *
 * <ul>
 *   <li>of all committed transactions that claimed a key in one consumer group and didn't forget
 *       it, exactly one was told {@link Verdict.New};
 *   <li>a claim of a key that another open transaction has claimed waits for that one's end: then
 *       it is a duplicate if that committed, and new if it rolled back or {@link #forget forgot}
 *       it;
 *   <li>no verdict is an exception and none spoils the transaction; no unique violation is raised;
 *   <li>batches in any order don't deadlock with one another, since keys are inserted in one order.
 *       Claim once per transaction: two claims in one have no common order.
 * </ul>
 *
 * <p>Blocks: on other transactions' claims of the same keys, and, briefly, while a generation is
 * opened or dropped; {@code lock_timeout} bounds both. One round trip, and a second one if a key
 * was known. Has no state; thread-safe as far as the connection is.
 *
 * <p>Source: PostgreSQL manual, 13.2.1 "Read Committed Isolation Level", and INSERT, "ON CONFLICT
 * Clause".
 */
final class WarmTier {

  private static final String SERIALIZATION_FAILURE = "40001";

  private static final String READ_KNOWN =
      """
      SELECT key, fingerprint, fingerprint_version, first_seen
        FROM dedup_key
       WHERE consumer_group = ?
         AND key = ANY (?)
         AND generation BETWEEN ? AND ?
      """;

  /**
   * Only what this very transaction inserted: its rows have the transaction's own time. (Their xmin
   * would be a savepoint's, where there was one around the claim, as drivers set by themselves.)
   */
  private static final String DELETE_OWN =
      """
      DELETE FROM dedup_key
       USING unnest(?, ?, ?) AS forgotten (key, fingerprint, fingerprint_version)
       WHERE dedup_key.consumer_group = ?
         AND dedup_key.key = forgotten.key COLLATE "C"
         AND dedup_key.fingerprint = forgotten.fingerprint
         AND dedup_key.fingerprint_version = forgotten.fingerprint_version
         AND dedup_key.generation = ?
         AND dedup_key.first_seen = now()
      """;

  private static final String FIND_LEFT =
      """
      SELECT min(dedup_key.key)
        FROM dedup_key
        JOIN unnest(?, ?, ?) AS forgotten (key, fingerprint, fingerprint_version)
          ON dedup_key.key = forgotten.key COLLATE "C"
         AND dedup_key.fingerprint = forgotten.fingerprint
         AND dedup_key.fingerprint_version = forgotten.fingerprint_version
       WHERE dedup_key.consumer_group = ?
      """;

  private static final String FIND =
      """
      SELECT fingerprint, fingerprint_version, first_seen, generation,
             generation < (SELECT current FROM dedup_generation)
        FROM dedup_key
       WHERE consumer_group = ? AND key = ?
       ORDER BY generation
       LIMIT 1
      """;

  private final ClaimStatement claimStatement;
  private final String find;
  private final String readKnown;
  private final String deleteOwn;
  private final String findLeft;

  WarmTier(DedupTables tables) {
    this.claimStatement = new ClaimStatement(tables);
    this.readKnown = tables.in(READ_KNOWN);
    this.deleteOwn = tables.in(DELETE_OWN);
    this.find = tables.in(FIND);
    this.findLeft = tables.in(FIND_LEFT);
  }

  /**
   * What a claim found.
   *
   * @param verdicts one for each message
   * @param known each key as the table now has it
   */
  record Claimed(List<Verdict> verdicts, Map<String, KnownKey> known, ClaimStatement.Answer at) {}

  /**
   * Claims each message's key for the consumer group, until the transaction ends: for good if it
   * commits, not at all if it rolls back.
   *
   * <p>Copies of a message within the batch: the first counts, the others are compared with what
   * the table then holds. Keys that the caller parks must be {@linkplain #forget forgotten} before
   * the commit.
   *
   * @param connection in a READ COMMITTED transaction of the caller, not auto-commit
   * @param consumerGroup whose keys these are; groups don't see one another's
   * @param messages in the order in which they were received, {@value Deduplicator#MAX_BATCH} at
   *     most
   * @return one verdict for each message, in the same order, and what they come from
   * @throws IllegalStateException if the connection is in auto-commit or not in READ COMMITTED
   * @throws SQLException from the database; of SQLSTATE class 23 if a key is too long, 22 if it
   *     can't be stored as text, which the message names; 40001 also if rows were removed by hand
   *     meanwhile. The transaction must be rolled back
   */
  Claimed take(Connection connection, String consumerGroup, List<DedupKey> messages)
      throws SQLException {
    BatchRules.checkStorable(consumerGroup, messages);
    Map<String, DedupKey> firstCopies = firstCopies(messages);
    ClaimStatement.Answer answer =
        claimStatement.run(connection, consumerGroup, firstCopies.values());
    Map<String, KnownKey> known = new HashMap<>();
    for (String key : answer.inserted()) {
      known.put(key, KnownKey.inserted(require(firstCopies, key), answer.now()));
    }
    if (known.size() < firstCopies.size()) {
      firstCopies.keySet().removeAll(known.keySet());
      known.putAll(
          readKnown(connection, consumerGroup, firstCopies.keySet(), answer.generations()));
      checkNoneIsMissing(firstCopies.keySet(), known);
    }
    return new Claimed(verdicts(messages, known), known, answer);
  }

  private static DedupKey require(Map<String, DedupKey> keys, String key) {
    return Objects.requireNonNull(keys.get(key), key);
  }

  /**
   * Takes back what this transaction claimed for these messages, since they were parked and not
   * applied: a later delivery is new again. Messages that were told {@link Verdict.Conflict} may be
   * among them; they left no row, and the row of the message they contradict stays.
   *
   * @param connection the one that claimed them, in the same transaction
   * @param current the generation that the claim wrote to
   * @throws IllegalStateException if a message's row was made by another transaction: then its
   *     effect is committed and forgetting it would apply it twice
   */
  void forget(
      Connection connection, String consumerGroup, Collection<DedupKey> messages, int current)
      throws SQLException {
    BatchRules.checkStorable(consumerGroup, messages);
    if (deleteOwn(connection, consumerGroup, messages, current) < messages.size()) {
      checkNoneIsLeft(connection, consumerGroup, messages);
    }
  }

  /** What the table has of one key; locks nothing. */
  Optional<KeyReport.Warm> find(Connection connection, String consumerGroup, String key)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(find)) {
      select.setString(1, consumerGroup);
      select.setString(2, key);
      try (ResultSet row = select.executeQuery()) {
        return row.next()
            ? Optional.of(
                new KeyReport.Warm(
                    Fingerprint.of(row.getBytes(1)),
                    row.getInt(2),
                    ClaimStatement.instant(row, 3),
                    row.getInt(4),
                    row.getBoolean(5)))
            : Optional.empty();
      }
    }
  }

  private static Map<String, DedupKey> firstCopies(List<DedupKey> messages) {
    Map<String, DedupKey> firstCopies = new LinkedHashMap<>();
    messages.forEach(message -> firstCopies.putIfAbsent(message.key(), message));
    return firstCopies;
  }

  /** A new statement sees what other transactions committed while the insert waited for them. */
  private Map<String, KnownKey> readKnown(
      Connection connection, String consumerGroup, Set<String> keys, Generations generations)
      throws SQLException {
    try (PreparedStatement read = connection.prepareStatement(readKnown)) {
      read.setString(1, consumerGroup);
      read.setArray(2, connection.createArrayOf("text", keys.toArray(String[]::new)));
      read.setInt(3, generations.floor());
      read.setInt(4, generations.current());
      Map<String, KnownKey> known = new HashMap<>();
      try (ResultSet row = read.executeQuery()) {
        while (row.next()) {
          Fingerprint fingerprint = Fingerprint.of(row.getBytes(2));
          Instant firstSeen = ClaimStatement.instant(row, 4);
          known.put(row.getString(1), new KnownKey(fingerprint, row.getInt(3), firstSeen, false));
        }
      }
      return known;
    }
  }

  /** Rows are only ever removed by their own transaction; anything else starts the claim anew. */
  private static void checkNoneIsMissing(Set<String> keys, Map<String, KnownKey> known)
      throws SQLException {
    for (String key : keys) {
      if (!known.containsKey(key)) {
        throw new SQLTransactionRollbackException(
            "key " + key + " was held by a row that somebody removed meanwhile; repeat the batch",
            SERIALIZATION_FAILURE);
      }
    }
  }

  private static List<Verdict> verdicts(List<DedupKey> messages, Map<String, KnownKey> known) {
    Set<String> told = new HashSet<>();
    List<Verdict> verdicts = new ArrayList<>(messages.size());
    for (DedupKey message : messages) {
      KnownKey holder = Objects.requireNonNull(known.get(message.key()), message.key());
      boolean first = told.add(message.key());
      verdicts.add(holder.inserted() && first ? new Verdict.New() : holder.verdictOn(message));
    }
    return List.copyOf(verdicts);
  }

  /**
   * The generation is given as a value, so that only its own table is locked for changes: a sealed
   * one takes its seal beside this.
   */
  private int deleteOwn(
      Connection connection, String consumerGroup, Collection<DedupKey> messages, int current)
      throws SQLException {
    try (PreparedStatement delete = connection.prepareStatement(deleteOwn)) {
      KeyArrays.bind(delete, 1, messages);
      delete.setString(4, consumerGroup);
      delete.setInt(5, current);
      return delete.executeUpdate();
    }
  }

  private void checkNoneIsLeft(
      Connection connection, String consumerGroup, Collection<DedupKey> messages)
      throws SQLException {
    try (PreparedStatement find = connection.prepareStatement(findLeft)) {
      KeyArrays.bind(find, 1, messages);
      find.setString(4, consumerGroup);
      try (ResultSet row = find.executeQuery()) {
        row.next();
        String left = row.getString(1);
        if (left != null) {
          throw new IllegalStateException(
              "key %s of %s was not claimed as new by this transaction: its effect may be committed, so it can't be forgotten"
                  .formatted(left, consumerGroup));
        }
      }
    }
  }
}
