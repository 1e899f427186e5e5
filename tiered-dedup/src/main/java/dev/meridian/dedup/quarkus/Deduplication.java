package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.Conflicts;
import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Deduplicator;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Verdict;
import dev.meridian.dedup.Work;
import io.quarkus.narayana.jta.QuarkusTransaction;
import jakarta.inject.Inject;
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
  private final Deduplicator deduplicator;
  private final InTransaction transaction;

  @Inject
  Deduplication(TieredDeduplicator deduplicator, DataSource database) {
    this(deduplicator, new JtaTransaction(database));
  }

  private Deduplication(Deduplicator deduplicator, InTransaction transaction) {
    this.deduplicator = deduplicator;
    this.transaction = transaction;
  }

  /** Outside of Quarkus: for tests of consumers, with the test kit's deduplicator. */
  public static Deduplication of(Deduplicator deduplicator, InTransaction transaction) {
    return new Deduplication(deduplicator, transaction);
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
   * @param work applies those that are new
   * @param conflicts puts aside those whose key is known with other content
   * @return a verdict for each message, in the same order
   */
  public <M> List<Verdict> process(
      String consumerGroup,
      Iterable<M> batch,
      Function<M, DedupKey> key,
      Work<M> work,
      Conflicts<M> conflicts)
      throws SQLException {
    List<M> messages = new ArrayList<>();
    batch.forEach(messages::add);
    return deduplicator.process(transaction, consumerGroup, messages, key, work, conflicts);
  }
}
