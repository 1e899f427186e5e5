package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * Runs work in one READ COMMITTED transaction of its own: committed when this returns, rolled back
 * if it throws. Blocks on the database.
 */
public interface InTransaction {

  /** What is done in the transaction. */
  @FunctionalInterface
  interface Step<T> {
    T run(Connection connection) throws SQLException;
  }

  /**
   * Runs the step, commits, and gives back what the step returned.
   *
   * @throws SQLException whatever the work or the commit threw, or a runtime exception with it as
   *     its cause
   */
  <T> T run(Step<T> step) throws SQLException;

  /** Each on a connection of its own from there, whose default must be READ COMMITTED. */
  static InTransaction on(DataSource database) {
    return new JdbcTransaction(database);
  }
}
