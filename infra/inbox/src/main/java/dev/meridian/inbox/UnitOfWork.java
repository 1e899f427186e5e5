package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Runs work in one READ COMMITTED transaction: committed if the work returns, rolled back if it
 * throws. Services do it with their transaction manager, {@link JdbcUnitOfWork} with plain JDBC;
 * tests wrap it.
 *
 * <p>Whatever is thrown goes out as it is, or as the cause of a runtime exception. Thread-safe;
 * blocks on the database.
 */
public interface UnitOfWork {
  <T> T inTransaction(Work<T> work) throws SQLException;

  /**
   * What is done in the transaction; it may run more than once, each time in a new transaction, and
   * must read anew what it decides by.
   */
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }
}
