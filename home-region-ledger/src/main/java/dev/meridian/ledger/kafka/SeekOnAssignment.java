package dev.meridian.ledger.kafka;

import dev.meridian.inbox.ResumeFromDatabase;
import io.smallrye.reactive.messaging.kafka.KafkaConsumerRebalanceListener;
import java.util.Collection;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;

/**
 * Takes a consumer to where its database is, whenever it is given partitions; on the thread that
 * polls, which waits for the database. Thread-safe.
 */
public final class SeekOnAssignment implements KafkaConsumerRebalanceListener {
  private final ResumeFromDatabase positions;

  public SeekOnAssignment(ResumeFromDatabase positions) {
    this.positions = positions;
  }

  @Override
  public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
    positions.seek(consumer, partitions);
  }
}
