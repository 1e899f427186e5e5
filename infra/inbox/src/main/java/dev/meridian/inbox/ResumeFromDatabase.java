package dev.meridian.inbox;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Where a consumer goes on that was just given partitions: at the lower of Kafka's and the
 * database's position. A database that forgot commits has forgotten their positions with them, so
 * what it lost comes again. Where the database has no position in this topic, as where the topic
 * was made again, from the beginning: what comes twice is a duplicate.
 *
 * <p>Thread-safe. Blocks on Kafka, and on the database for as long as that is away.
 */
public final class ResumeFromDatabase {
  private static final Logger LOG = Logger.getLogger(ResumeFromDatabase.class);

  private final String consumerGroup;
  private final Transactions transactions;
  private final UnaryOperator<String> topicIds;
  private final OneLife life;
  private final Positions positions = new Positions();

  /**
   * For one consumer group.
   *
   * @param topicIds Kafka's id of a topic by its name
   * @param life remembers which database's positions these are
   */
  public ResumeFromDatabase(
      String consumerGroup,
      Transactions transactions,
      UnaryOperator<String> topicIds,
      OneLife life) {
    this.consumerGroup = consumerGroup;
    this.transactions = transactions;
    this.topicIds = topicIds;
    this.life = life;
  }

  /** To be called on the thread that polls, when partitions are assigned, before they are read. */
  public void seek(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
    Map<TopicPartition, Position> known = known();
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(assigned));
    for (TopicPartition partition : assigned) {
      Long next = next(partition, known.get(partition), committed.get(partition));
      if (next == null) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        consumer.seek(partition, next);
      }
    }
  }

  /** Null: from the beginning. */
  private @Nullable Long next(
      TopicPartition partition, @Nullable Position known, @Nullable OffsetAndMetadata committed) {
    if (known == null || !known.topicId().equals(topicIds.apply(partition.topic()))) {
      return null;
    }
    long kafkas = committed == null ? known.nextOffset() : committed.offset();
    if (known.nextOffset() < kafkas) {
      LOG.warnf(
          "%s goes back from %d to %d: the database has forgotten what came after",
          partition, kafkas, known.nextOffset());
    }
    return Math.min(kafkas, known.nextOffset());
  }

  private Map<TopicPartition, Position> known() {
    try {
      return transactions.run(
          connection -> {
            life.check(connection);
            Map<TopicPartition, Position> known = new HashMap<>();
            positions
                .read(connection, consumerGroup)
                .forEach(
                    each -> known.put(new TopicPartition(each.topic(), each.partition()), each));
            return known;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("stopped before the positions were read", e);
    } catch (PoisonException e) {
      throw new IllegalStateException("the positions can't be read", e);
    }
  }
}
