package dev.meridian.consumer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/**
 * Where a broker's topics end and where the service stands in them.
 *
 * @param bootstrapServers the broker
 */
record Offsets(String bootstrapServers) {

  /** The sum of the end offsets of a topic's partitions. */
  long end(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      TopicDescription description =
          Objects.requireNonNull(
              admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
      long sum = 0;
      for (TopicPartitionInfo partition : description.partitions()) {
        TopicPartition place = new TopicPartition(topic, partition.partition());
        sum +=
            admin
                .listOffsets(Map.of(place, OffsetSpec.latest()))
                .partitionResult(place)
                .get()
                .offset();
      }
      return sum;
    }
  }

  /** The sum of the group's committed offsets in a topic. */
  long committed(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      Map<TopicPartition, OffsetAndMetadata> offsets =
          admin.listConsumerGroupOffsets("region-consumer").partitionsToOffsetAndMetadata().get();
      return offsets.entrySet().stream()
          .filter(each -> each.getKey().topic().equals(topic) && each.getValue() != null)
          .mapToLong(each -> each.getValue().offset())
          .sum();
    }
  }
}
