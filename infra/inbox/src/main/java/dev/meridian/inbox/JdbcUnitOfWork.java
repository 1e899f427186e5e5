package dev.meridian.inbox;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** Transactions by plain JDBC, on a connection of their own. */
public final class JdbcUnitOfWork implements UnitOfWork {
  private final DataSource database;

  public JdbcUnitOfWork(DataSource database) {
    this.database = database;
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      try {
        T result = work.run(connection);
        connection.commit();
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(connection, e);
        throw e;
      }
    }
  }

  private static void rollBack(Connection connection, Throwable because) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      because.addSuppressed(e);
    }
  }
}
