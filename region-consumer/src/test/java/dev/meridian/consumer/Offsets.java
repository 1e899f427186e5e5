package dev.meridian.consumer;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
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

  /** Deletes a topic and makes it again, as many partitions of it. */
  void makeAgain(String topic) throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      TopicDescription description =
          Objects.requireNonNull(
              admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic));
      int partitions = description.partitions().size();
      admin.deleteTopics(List.of(topic)).all().get();
      RunningConsumer.within(30).until(() -> !admin.listTopics().names().get().contains(topic));
      admin.createTopics(List.of(new NewTopic(topic, partitions, (short) 1))).all().get();
    }
  }

  /** How many consumers of the group read at least one partition. */
  long busyMembers() throws Exception {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers))) {
      return Objects.requireNonNull(
              admin
                  .describeConsumerGroups(List.of("region-consumer"))
                  .all()
                  .get()
                  .get("region-consumer"))
          .members()
          .stream()
          .filter(member -> !member.assignment().topicPartitions().isEmpty())
          .count();
    }
  }
}
