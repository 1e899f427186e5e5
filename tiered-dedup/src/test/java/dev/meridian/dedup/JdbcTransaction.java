package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A transaction on a new connection each. */
record JdbcTransaction(DataSource database) implements InTransaction {

  @Override
  public <T> T run(Step<T> step) throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      T result = step.run(connection);
      connection.commit();
      return result; // closing rolls back what wasn't committed
    }
  }
}
