package dev.meridian.inbox;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.jboss.logging.Logger;

/**
 * Watches for records that go before they are read, which Kafka's consumer passes over without a
 * word: a topic that was deleted and made again under the consumer, and records that retention
 * deleted first.
 *
 * <p>A consumer of a topic that was made again reads on in the new one from its old offset, and the
 * records below that are never read. So a process keeps to the topics that it began with, by
 * Kafka's ids. From the moment at which another id is seen, {@link #idOf} throws, no batch of that
 * topic commits, and the listener hears that a restart is due; what was committed before is a
 * position in the old topic, so the restart reads the new one from its beginning, and what comes
 * twice is a duplicate.
 *
 * <p>A gap in the offsets is told as lost only if the partition begins behind it by now:
 * transactional producers leave gaps of their own. Thread-safe; {@link #look} blocks on Kafka,
 * nothing else blocks.
 */
public final class TopicWatch {
  private static final Logger LOG = Logger.getLogger(TopicWatch.class);

  /** Gaps that wait for the next look; a batch that finds more leaves them out of the report. */
  private static final int GAPS_AT_MOST = 1_000;

  private final Admin admin;
  private final Map<String, String> ids;
  private final Duration within;
  private final Listener listener;
  private final Map<String, String> madeAgain = new ConcurrentHashMap<>();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Map<TopicPartition, Long> next = new ConcurrentHashMap<>();
  private final Map<Gap, Boolean> gaps = new ConcurrentHashMap<>();

  /** Offsets from one up to, not including, the other that were not in the partition. */
  private record Gap(TopicPartition partition, long from, long to) {}

  /**
   * A watch over the topics that a process consumes.
   *
   * @param admin is asked; the caller closes it
   * @param ids Kafka's ids of these topics by name, as of the start
   * @param within how long Kafka may take to answer
   */
  public TopicWatch(Admin admin, Map<String, String> ids, Duration within, Listener listener) {
    this.admin = admin;
    this.ids = Map.copyOf(ids);
    this.within = within;
    this.listener = listener;
  }

  /** Hears what is found; must return soon and not throw. */
  public interface Listener {
    /** Once per topic and process: records of the topic's former life may never have been read. */
    void madeAgain(String topic, String sentence);

    /** This process read past the new topic's beginning: only a restart helps. */
    void restartIsDue(String sentence);

    /** So many records were deleted before they were read. */
    void lost(String topic, int partition, long records);
  }

  /**
   * Kafka's id of a topic, which a position is one in.
   *
   * @throws TopicMadeAgainException if the topic is another one by now
   */
  public String idOf(String topic) {
    String sentence = madeAgain.get(topic);
    if (sentence != null) {
      throw new TopicMadeAgainException(sentence);
    }
    return ids.getOrDefault(topic, "unknown");
  }

  /** Reading goes on at this offset; the next record's is held against it. */
  void resumed(TopicPartition partition, long offset) {
    next.put(partition, offset);
  }

  /** A record was read. Per partition in the order of the offsets. */
  public void read(String topic, int partition, long offset) {
    TopicPartition place = new TopicPartition(topic, partition);
    Long expected = next.put(place, offset + 1);
    if (expected != null && offset > expected && gaps.size() < GAPS_AT_MOST) {
      gaps.put(new Gap(place, expected, offset), true);
    }
  }

  /** Looks at all topics. To be called now and then; doesn't throw if Kafka doesn't answer. */
  public void look() {
    look(ids.keySet());
    lookAtGaps();
  }

  /** Looks whether these topics are still the same. */
  void look(Collection<String> topics) {
    List<String> watched = topics.stream().filter(ids::containsKey).distinct().toList();
    admin.describeTopics(watched).topicNameValues().forEach(this::look);
  }

  private void look(String topic, KafkaFuture<TopicDescription> answer) {
    answer(answer, "whether topic " + topic + " is still the same")
        .map(description -> description.topicId().toString())
        .filter(now -> !now.equals(ids.get(topic)))
        .ifPresent(now -> isAnother(topic, now));
  }

  private void isAnother(String topic, String now) {
    String sentence =
        "topic %s was deleted and made again (its id was %s and is %s); a restart reads the new one from its beginning"
            .formatted(topic, ids.get(topic), now);
    madeAgain.put(topic, sentence);
    tellMadeAgain(topic, sentence);
    listener.restartIsDue(sentence);
  }

  /**
   * The database's position is one in a former life of the topic.
   *
   * @param readUpTo how far that one was read
   */
  void wasAnother(TopicPartition partition, long readUpTo) {
    tellMadeAgain(
        partition.topic(),
        "topic %s was deleted and made again: its former partition %d was read up to offset %d, and what came after that is gone unless it is sent again"
            .formatted(partition.topic(), partition.partition(), readUpTo));
  }

  private void tellMadeAgain(String topic, String sentence) {
    if (told.add(topic)) {
      LOG.error(sentence);
      listener.madeAgain(topic, sentence);
    }
  }

  /** Records were deleted before they were read. */
  void lost(TopicPartition partition, long from, long to) {
    LOG.errorf(
        "%s begins at %d by now and was read up to %d: %d records were deleted unread (retention?); their senders must send them again",
        partition, to, from, to - from);
    listener.lost(partition.topic(), partition.partition(), to - from);
  }

  private void lookAtGaps() {
    for (Gap gap : List.copyOf(gaps.keySet())) {
      beginning(gap.partition)
          .ifPresent(
              begins -> {
                gaps.remove(gap);
                if (begins > gap.from) {
                  lost(gap.partition, gap.from, Math.min(begins, gap.to));
                }
              });
    }
  }

  private Optional<Long> beginning(TopicPartition partition) {
    KafkaFuture<ListOffsetsResultInfo> answer =
        admin
            .listOffsets(new HashMap<>(Map.of(partition, OffsetSpec.earliest())))
            .partitionResult(partition);
    return answer(answer, "where " + partition + " begins").map(ListOffsetsResultInfo::offset);
  }

  private <T> Optional<T> answer(KafkaFuture<T> answer, String question) {
    try {
      return Optional.of(answer.get(within.toMillis(), TimeUnit.MILLISECONDS));
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) {
        LOG.warnf("Kafka was asked %s and has no such topic: it isn't consumed", question);
      } else {
        LOG.warnf("Kafka doesn't say %s: %s", question, e.getCause());
      }
    } catch (TimeoutException e) {
      LOG.warnf("Kafka doesn't say %s within %d ms", question, within.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
