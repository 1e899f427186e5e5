package dev.meridian.demo.watch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Reads every region's {@code payment-events} from now on, one thread per region: notes when a
 * region accepted its first payment, counts final states, and ends the latencies' samples.
 */
public final class EventWatch implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration END_LIMIT = Duration.ofSeconds(2);
  private static final String ROUTED = "ROUTED";

  private static final String STATE = "state";
  private static final JsonFactory JSON = new JsonFactory();

  private final Latencies latencies;
  private final Map<String, Long> firstNanos = new ConcurrentHashMap<>();
  private final AtomicLong finals = new AtomicLong();
  private final List<KafkaConsumer<String, byte[]>> consumers = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();

  public EventWatch(Latencies latencies) {
    this.latencies = latencies;
  }

  /** Begins to watch a region; blocks until its partitions are known. */
  public synchronized void add(String region, String bootstrap) {
    KafkaConsumer<String, byte[]> consumer = consumer(bootstrap);
    List<TopicPartition> partitions =
        consumer.partitionsFor(Topics.EVENTS).stream()
            .map(info -> new TopicPartition(Topics.EVENTS, info.partition()))
            .toList();
    consumer.assign(partitions);
    consumer.seekToBeginning(partitions);
    Thread thread = new Thread(() -> watch(region, consumer), "events-" + region);
    thread.setDaemon(true);
    consumers.add(consumer);
    threads.add(thread);
    thread.start();
  }

  /** When the region's first accepted payment was seen, by {@link System#nanoTime}. */
  public OptionalLong firstAcceptedNanos(String region) {
    Long nanos = firstNanos.get(region);
    return nanos == null ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** How many final states were seen, over all regions. */
  public long finals() {
    return finals.get();
  }

  private void watch(String region, KafkaConsumer<String, byte[]> consumer) {
    try (consumer) {
      while (!Thread.currentThread().isInterrupted()) {
        consumer.poll(POLL).forEach(record -> seen(region, record));
      }
    } catch (WakeupException | org.apache.kafka.common.errors.InterruptException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void seen(String region, ConsumerRecord<String, byte[]> record) {
    long now = System.nanoTime();
    firstNanos.putIfAbsent(region, now);
    String state = state(record.value());
    if (!ROUTED.equals(state)) {
      finals.incrementAndGet();
      String key = header(record, MessageCodec.BUSINESS_KEY);
      if (key != null) {
        latencies.ended(region, key, now);
      }
    }
  }

  /**
   * The one field that is wanted of each event; decoding all of it would cost the demo its time.
   */
  private static @Nullable String state(byte[] event) {
    try (JsonParser parser = JSON.createParser(event)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = STATE.equals(parser.currentName());
        parser.nextToken();
        if (found) {
          return parser.getText();
        }
        parser.skipChildren();
      }
      return null;
    } catch (IOException e) {
      throw new WatchException("an event is no JSON: " + e.getMessage(), e);
    }
  }

  private static @Nullable String header(ConsumerRecord<String, byte[]> record, String name) {
    Header header = record.headers().lastHeader(name);
    return header == null ? null : new String(header.value(), StandardCharsets.UTF_8);
  }

  @Override
  public synchronized void close() {
    consumers.forEach(KafkaConsumer::wakeup);
    for (Thread thread : threads) {
      try {
        thread.join(END_LIMIT.toMillis());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static KafkaConsumer<String, byte[]> consumer(String bootstrap) {
    return new KafkaConsumer<>(
        Map.of(
            ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrap,
            ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
            false,
            ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
            (int) POLL.toMillis()),
        new StringDeserializer(),
        new ByteArrayDeserializer());
  }
}
