package dev.meridian.ledger.kafka;

import dev.meridian.inbox.UnitOfWork;
import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * Runs work in a transaction of Quarkus's own, on one connection that takes part in it. Blocks on
 * the database; thread-safe.
 */
public final class JtaUnitOfWork implements UnitOfWork {
  /** Above the database's transaction_timeout, which says more about what took so long. */
  private static final Duration AT_MOST = Duration.ofSeconds(30);

  private final DataSource database;

  /**
   * @param database hands out connections that take part in the thread's transaction
   */
  public JtaUnitOfWork(DataSource database) {
    this.database = database;
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws SQLException {
    return QuarkusTransaction.requiringNew()
        .timeout(Math.toIntExact(AT_MOST.toSeconds()))
        .call(
            () -> {
              try (Connection connection = database.getConnection()) {
                return work.run(connection);
              }
            });
  }
}
