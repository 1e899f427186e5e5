package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A transaction on a connection of its own each. */
record JdbcTransaction(DataSource database) implements InTransaction {

  @Override
  public <T> T run(Step<T> step) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = step.run(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(connection, e);
        throw e;
      }
    }
  }

  private static void rollBack(Connection connection, Throwable reason) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      reason.addSuppressed(e);
    }
  }
}
