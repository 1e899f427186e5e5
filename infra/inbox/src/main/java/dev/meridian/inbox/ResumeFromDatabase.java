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
 * was made again, from the beginning: what comes twice is a duplicate. Records that were deleted
 * before they were read are told to the {@link TopicWatch}, as is a topic that was made again.
 *
 * <p>Thread-safe. Blocks on Kafka, and on the database for as long as that is away.
 */
public final class ResumeFromDatabase {
  private static final Logger LOG = Logger.getLogger(ResumeFromDatabase.class);

  private final String consumerGroup;
  private final Transactions transactions;
  private final UnaryOperator<String> topicIds;
  private final OneLife life;
  private final @Nullable TopicWatch watch;
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
    this(consumerGroup, transactions, topicIds, life, null);
  }

  /**
   * For one consumer group, whose topics are watched.
   *
   * @param life remembers which database's positions these are
   */
  public ResumeFromDatabase(
      String consumerGroup, Transactions transactions, TopicWatch watch, OneLife life) {
    this(consumerGroup, transactions, watch::idOf, life, watch);
  }

  private ResumeFromDatabase(
      String consumerGroup,
      Transactions transactions,
      UnaryOperator<String> topicIds,
      OneLife life,
      @Nullable TopicWatch watch) {
    this.consumerGroup = consumerGroup;
    this.transactions = transactions;
    this.topicIds = topicIds;
    this.life = life;
    this.watch = watch;
  }

  /** To be called on the thread that polls, when partitions are assigned, before they are read. */
  public void seek(Consumer<?, ?> consumer, Collection<TopicPartition> assigned) {
    if (watch != null) {
      watch.look(assigned.stream().map(TopicPartition::topic).toList());
    }
    Map<TopicPartition, Position> known = known();
    Map<TopicPartition, OffsetAndMetadata> committed = consumer.committed(new HashSet<>(assigned));
    Map<TopicPartition, Long> beginnings = consumer.beginningOffsets(assigned);
    for (TopicPartition partition : assigned) {
      Long next = next(partition, known.get(partition), committed.get(partition));
      Long beginning = beginnings.get(partition);
      if (next == null) {
        consumer.seekToBeginning(List.of(partition));
      } else {
        consumer.seek(partition, beginning == null ? next : Math.max(next, beginning));
      }
      tell(partition, next, beginning);
    }
  }

  private void tell(TopicPartition partition, @Nullable Long next, @Nullable Long beginning) {
    if (watch == null || beginning == null) {
      return;
    }
    if (next != null && next < beginning) {
      watch.lost(partition, next, beginning);
    }
    watch.resumed(partition, next == null ? beginning : Math.max(next, beginning));
  }

  /** Null: from the beginning. */
  private @Nullable Long next(
      TopicPartition partition, @Nullable Position known, @Nullable OffsetAndMetadata committed) {
    if (known == null) {
      return null;
    }
    if (!isOf(known, partition.topic())) {
      if (watch != null) {
        watch.wasAnother(partition, known.nextOffset());
      }
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

  /** A topic that is known to be another one by now has no position here, whatever its row says. */
  private boolean isOf(Position known, String topic) {
    try {
      return known.topicId().equals(topicIds.apply(topic));
    } catch (TopicMadeAgainException e) {
      return false;
    }
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
