package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * What the caller does with messages whose key is known with other content: somebody reused it for
 * something else, so they can't be applied, and must not get lost.
 *
 * @param <M> a message
 */
@FunctionalInterface
public interface Conflicts<M> {

  /**
   * Puts them aside for a person, in the transaction that also holds the keys of the others. A copy
   * that comes again is put aside again: a unique constraint on (group, key, fingerprint) keeps one
   * row.
   *
   * @param contradicting in the order in which they were received
   */
  void park(Connection connection, List<M> contradicting) throws SQLException;
}
