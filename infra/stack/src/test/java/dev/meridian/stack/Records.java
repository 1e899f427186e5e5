package dev.meridian.stack;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Sends to one broker and reads from one, in plain strings. */
final class Records {

  private Records() {}

  /** Blocks until the broker has it. */
  static void send(KafkaBroker broker, String topic, String value) throws Exception {
    try (Producer<String, String> producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", broker.bootstrap()),
            new StringSerializer(),
            new StringSerializer())) {
      producer.send(new ProducerRecord<>(topic, value)).get(20, TimeUnit.SECONDS);
    }
  }

  /** Reads a topic from its beginning until the value comes, or the limit is over. */
  static boolean awaitValue(KafkaBroker broker, String topic, String value, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try (Consumer<String, String> consumer =
        new KafkaConsumer<>(
            Map.of("bootstrap.servers", broker.bootstrap()),
            new StringDeserializer(),
            new StringDeserializer())) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      while (System.nanoTime() - deadline < 0) {
        for (ConsumerRecord<String, String> record : consumer.poll(Duration.ofMillis(100))) {
          if (record.value().equals(value)) {
            return true;
          }
        }
      }
    }
    return false;
  }
}
