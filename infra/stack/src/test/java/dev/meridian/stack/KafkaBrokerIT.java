package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KafkaBrokerIT {

  private static final TopicPartition PARTITION = new TopicPartition("payments.eu", 0);

  @Test
  void kill_acknowledgedRecord_isThereAfterStart(@TempDir Path folder) throws Exception {
    // Given
    KafkaBroker broker = KafkaBroker.builder().name("kafka-it").dataFolder(folder).build();
    broker.start();
    NewTopic topic = new NewTopic(PARTITION.topic(), 1, (short) 1);
    broker.createTopics(List.of(topic));
    broker.createTopics(List.of(topic));
    send(broker, "before");

    // When
    broker.kill();
    broker.start();

    // Then
    send(broker, "after");
    assertThat(read(broker, 2)).containsExactly("before", "after");
    broker.stop();
    assertThat(broker.running()).isFalse();
  }

  private static void send(KafkaBroker broker, String value) throws Exception {
    try (Producer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrap()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(PARTITION.topic(), value)).get(20, TimeUnit.SECONDS);
    }
  }

  private static List<String> read(KafkaBroker broker, int count) {
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrap(), "max.poll.records", count),
            new StringDeserializer(),
            new StringDeserializer())) {
      consumer.assign(List.of(PARTITION));
      consumer.seekToBeginning(List.of(PARTITION));
      return consumer.poll(Duration.ofSeconds(10)).records(PARTITION).stream()
          .map(record -> record.value())
          .toList();
    }
  }
}
