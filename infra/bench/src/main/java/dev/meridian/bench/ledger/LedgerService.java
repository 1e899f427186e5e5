package dev.meridian.bench.ledger;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import dev.meridian.stack.KafkaBroker;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.ServiceJars;
import dev.meridian.stack.TestedService;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** The packaged service on a real broker and a durable PostgreSQL, and what speaks to it. */
final class LedgerService implements AutoCloseable {
  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final MessageCodec CODEC = new MessageCodec("/bench");
  private static final Duration STOP_WITHIN = Duration.ofSeconds(60);

  private final Path folder = Files.createTempDirectory("ledger-bench");
  private final KafkaBroker kafka;
  private final PostgresServer postgres;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> results;
  private TestedService service;
  final Traffic traffic;

  LedgerService() throws IOException, SQLException {
    kafka = KafkaBroker.builder().dataFolder(folder.resolve("kafka")).build();
    kafka.start();
    kafka.createTopics(
        new Topics()
            .of("eu", REGISTRY.codes()).stream()
                .map(t -> new NewTopic(t.name(), t.partitions(), (short) 1))
                .toList());
    postgres =
        PostgresServer.builder()
            .name("bench")
            .dataFolder(folder.resolve("postgres"))
            .durable(true)
            .setting("shared_buffers", "512MB")
            .build();
    postgres.start();
    postgres.createDatabase("ledger");
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrap(), "linger.ms", 1),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    results =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrap(),
                "group.id",
                "bench",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    results.subscribe(List.of(Topics.results("eu")));
    service = started(Map.of());
    LedgerIds ids = new LedgerIds(REGISTRY.region("eu"), new InMemoryBlockStore());
    traffic = new Traffic(ids);
    traffic.openAccounts(postgres.dataSource("ledger"));
  }

  /** Starts it anew, otherwise configured. */
  void restart(Map<String, String> environment) {
    service.terminate();
    service.exitCode(STOP_WITHIN);
    service = started(environment);
  }

  private TestedService started(Map<String, String> environment) {
    TestedService started =
        TestedService.of(ServiceJars.inCheckout("home-region-ledger"), folder)
            .with("QUARKUS_DATASOURCE_JDBC_URL", postgres.jdbcUrl("ledger"))
            .with("QUARKUS_DATASOURCE_USERNAME", postgres.user())
            .with("QUARKUS_DATASOURCE_PASSWORD", postgres.password())
            .with("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrap())
            .with("MERIDIAN_REGION", "eu")
            .with("MERIDIAN_REGIONS", REGISTRY.toString());
    environment.forEach(started::with);
    started.launch();
    started.awaitReady();
    return started;
  }

  void send(Message message) {
    Encoded encoded = CODEC.encode(message);
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(Topics.commands("eu"), bytes(message.recordKey()), encoded.payload());
    encoded.headers().forEach((name, value) -> sent.headers().add(name, bytes(value)));
    var unused = producer.send(sent);
  }

  void flush() {
    producer.flush();
  }

  /** Hands over the payment ids of the results that come within that time. */
  void results(Duration within, Consumer<String> paymentId) {
    results
        .poll(within)
        .forEach(each -> paymentId.accept(new String(each.key(), StandardCharsets.UTF_8)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    service.kill();
    producer.close();
    results.close();
    kafka.stop();
    postgres.stop();
  }
}
