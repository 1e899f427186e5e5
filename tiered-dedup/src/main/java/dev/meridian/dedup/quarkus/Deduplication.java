package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Verdict;
import dev.meridian.dedup.Work;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Singleton;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;

/**
 * What a {@code @Incoming} method calls with its batch, on a worker thread ({@code @Blocking}):
 * when it returns, everything is committed and SmallRye acknowledges the batch; when it throws,
 * nothing is acknowledged. The transaction is one of its own, on a connection of the default data
 * source. Thread-safe; blocks.
 */
@Singleton
public class Deduplication {
  private final TieredDeduplicator deduplicator;
  private final InTransaction transaction;

  Deduplication(TieredDeduplicator deduplicator, DataSource database) {
    this.deduplicator = deduplicator;
    this.transaction = new JtaTransaction(database);
  }

  private record JtaTransaction(DataSource database) implements InTransaction {
    @Override
    public <T> T run(Step<T> step) {
      return QuarkusTransaction.requiringNew()
          .call(
              () -> {
                try (Connection connection = database.getConnection()) {
                  return step.run(connection);
                }
              });
    }
  }

  /**
   * Applies the new ones of a batch.
   *
   * @param batch a list, or Kafka's {@code ConsumerRecords}
   * @param key names a message: a pure function
   * @return a verdict for each message, in the same order
   */
  public <M> List<Verdict> process(
      String consumerGroup, Iterable<M> batch, Function<M, DedupKey> key, Work<M> work)
      throws SQLException {
    List<M> messages = new ArrayList<>();
    batch.forEach(messages::add);
    return deduplicator.process(transaction, consumerGroup, messages, key, work);
  }

  /** The deduplicator itself, for who brings transactions. */
  public TieredDeduplicator deduplicator() {
    return deduplicator;
  }
}
