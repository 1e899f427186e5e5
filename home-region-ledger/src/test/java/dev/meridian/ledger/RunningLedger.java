package dev.meridian.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Topics;
import dev.meridian.stack.KafkaBroker;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.ServiceJars;
import dev.meridian.stack.TestedService;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The packaged service on a real broker and a real database, started once for all classes that
 * {@link ServiceIT} runs. Each test opens accounts of its own and leaves the service running.
 */
final class RunningLedger {
  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final int PARTITIONS = 3;
  private static final String ROLE = "ledger_app";
  private static final MessageCodec CODEC = new MessageCodec("/test");

  private static @Nullable RunningLedger current;

  private final Path folder;
  private final KafkaBroker kafka;
  private final PostgresServer postgres;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> results;
  private final TestedService service;
  private final Map<String, List<Body.Result>> answers = new ConcurrentHashMap<>();
  private int payments;

  private RunningLedger(Path folder) throws Exception {
    this.folder = folder;
    kafka = KafkaBroker.builder().dataFolder(folder.resolve("kafka")).build();
    kafka.start();
    kafka.createTopics(
        new Topics(PARTITIONS)
            .of("eu", REGISTRY.codes()).stream()
                .map(t -> new NewTopic(t.name(), t.partitions(), (short) 1))
                .toList());
    postgres = PostgresServer.builder().dataFolder(folder.resolve("postgres")).build();
    postgres.start();
    postgres.createDatabase("ledger");
    postgres.createRole(ROLE);
    producer =
        new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrap(), "linger.ms", 5),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    results =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                kafka.bootstrap(),
                "group.id",
                "test",
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer());
    results.subscribe(List.of(Topics.results("eu")));
    service = configured("eu").launch();
    service.awaitReady();
  }

  static void start(Path folder) throws Exception {
    current = new RunningLedger(folder);
  }

  static RunningLedger current() {
    return Objects.requireNonNull(current, "run ServiceIT");
  }

  static void stop() throws Exception {
    RunningLedger running = current();
    running.producer.close();
    running.results.close();
    running.service.kill();
    running.kafka.stop();
    running.postgres.stop();
  }

  LedgerHttp http() {
    return new LedgerHttp(service.port());
  }

  TestedService service() {
    return service;
  }

  KafkaBroker kafka() {
    return kafka;
  }

  PostgresServer postgres() {
    return postgres;
  }

  /** A service that is told nothing. */
  TestedService bare() throws IOException {
    return TestedService.of(ServiceJars.inCheckout("home-region-ledger"), folder);
  }

  void sendRaw(@Nullable String value) throws Exception {
    byte[] payload = value == null ? null : bytes(value);
    producer.send(new ProducerRecord<>(Topics.commands("eu"), bytes("k"), payload)).get();
  }

  TestedService configured(String region) throws Exception {
    return TestedService.of(ServiceJars.inCheckout("home-region-ledger"), folder)
        .with("QUARKUS_DATASOURCE_JDBC_URL", postgres.jdbcUrl("ledger"))
        .with("QUARKUS_DATASOURCE_USERNAME", ROLE)
        .with("QUARKUS_DATASOURCE_PASSWORD", ROLE)
        .with("QUARKUS_FLYWAY_USERNAME", postgres.user())
        .with("QUARKUS_FLYWAY_PASSWORD", postgres.password())
        .with("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrap())
        .with("MERIDIAN_REGION", region)
        .with("MERIDIAN_REGIONS", REGISTRY.toString())
        .with("MERIDIAN_RESEND_AFTER", "2s,4s")
        .with("MERIDIAN_UNREADY_AFTER", "3s")
        .with("MERIDIAN_SESSION_TIMEOUT_MS", "6000");
  }

  void invariantsHold() throws SQLException {
    assertThat(
            number(
                """
                select count(*) from account
                 where balance_minor <>
                       coalesce((select sum(amount_minor) from posting where account_id = account.id), 0)
                """))
        .as("balances that are not the sum of their postings")
        .isZero();
    assertThat(number("select sum(balance_minor) from account where currency = 'EUR'")).isZero();
  }

  long booked(List<Message> sent) throws SQLException {
    String ids = String.join("','", sent.stream().map(RunningLedger::paymentId).toList());
    return number("select count(*) from entry where payment_id in ('" + ids + "')");
  }

  Message pay(String from, String to, long amountMinor) {
    Intent intent = new Intent("shop", "order-" + ++payments, from, to, amountMinor, "EUR");
    Envelope envelope =
        new Envelope(
            "cmd-eu-" + payments,
            intent.businessKey("rk"),
            "rk",
            Instant.parse("2026-11-01T12:00:00Z"),
            "eu",
            1,
            null,
            "account");
    return new Message(envelope, new Body.Pay("pay-eu-" + payments, intent));
  }

  static String paymentId(Message pay) {
    return ((Body.Pay) pay.body()).paymentId();
  }

  void send(Message message) {
    send(Topics.commands("eu"), message);
  }

  void send(String topic, Message message) {
    Encoded encoded = CODEC.encode(message);
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(topic, bytes(message.recordKey()), encoded.payload());
    encoded.headers().forEach((name, value) -> sent.headers().add(name, bytes(value)));
    Future<RecordMetadata> unused = producer.send(sent);
  }

  List<Body.Result> answers(Message pay) {
    return answers.getOrDefault(paymentId(pay), List.of());
  }

  void awaitAnswers(Message pay, int atLeast) {
    within(90)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              if (answers(pay).size() < atLeast) {
                results.poll(Duration.ofMillis(200)).forEach(this::keep);
              }
              return answers(pay).size() >= atLeast;
            });
  }

  private void keep(ConsumerRecord<byte[], byte[]> received) {
    Decoded decoded = CODEC.decode(received.headers(), received.value());
    Body.Result result = (Body.Result) ((Decoded.Valid) decoded).message().body();
    answers.computeIfAbsent(result.paymentId(), any -> new ArrayList<>()).add(result);
  }

  static String account(String region) {
    return new IdGenerator(new IdKind("acc"), REGISTRY.region(region), new InMemoryBlockStore())
        .nextId()
        .text();
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  List<String> texts(String sql) throws SQLException {
    try (Connection connection = postgres.dataSource("ledger").getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
    }
  }

  void execute(String sql) throws SQLException {
    try (Connection connection = postgres.dataSource("ledger").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  static ConditionFactory within(int seconds) {
    return Awaitility.await().atMost(Duration.ofSeconds(seconds));
  }
}
