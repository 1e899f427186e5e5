package dev.meridian.consumer.database;

import dev.meridian.inbox.UnitOfWork;
import io.quarkus.narayana.jta.QuarkusTransaction;
import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;

/**
 * A transaction of the container's manager, on one connection of its pool, with no managed entity.
 * What the work throws comes out as it is, or as the cause of a runtime exception. Thread-safe.
 */
public final class JtaUnitOfWork implements UnitOfWork {
  private final DataSource database;
  private final Duration timeout;

  /**
   * @param timeout rolls back what the database's own time-outs didn't end; longer than those
   */
  public JtaUnitOfWork(DataSource database, Duration timeout) {
    this.database = database;
    this.timeout = timeout;
  }

  @Override
  public <T> T inTransaction(Work<T> work) {
    return QuarkusTransaction.requiringNew()
        .timeout((int) timeout.toSeconds())
        .call(
            () -> {
              try (Connection connection = database.getConnection()) {
                return work.run(connection);
              }
            });
  }
}
