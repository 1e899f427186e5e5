package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/**
 * The caller's effect, in the transaction that also holds the keys: both are committed or neither.
 *
 * @param <M> a message
 */
@FunctionalInterface
public interface Work<M> {

  /**
   * Applies or parks the new ones of a batch, in the order in which they were received. No network
   * call belongs in here but to this database.
   *
   * @return one disposition for each message, in the same order
   */
  List<Disposition> apply(Connection connection, List<M> newOnes) throws SQLException;
}
