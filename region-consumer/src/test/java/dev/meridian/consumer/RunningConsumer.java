package dev.meridian.consumer;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.TestProducer.Payment;
import dev.meridian.messages.Topics;
import dev.meridian.stack.KafkaBroker;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.RedisServer;
import dev.meridian.stack.ServiceJars;
import dev.meridian.stack.TestedService;
import io.restassured.specification.RequestSpecification;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * The packaged service on a real broker and a real database, started once for all classes that
 * {@link ServiceIT} runs. Each test sends payments of its own and leaves the service running.
 */
final class RunningConsumer {
  private static final int PARTITIONS = 3;

  private static @Nullable RunningConsumer current;

  private final Path folder;
  private final KafkaBroker kafka;
  private final PostgresServer postgres;
  private final RedisServer redis;
  private final DataSource database;
  private final TestProducer producer;
  private final Offsets offsets;
  private final TestedService service;

  private RunningConsumer(Path folder) throws Exception {
    this.folder = folder;
    kafka = KafkaBroker.builder().dataFolder(folder.resolve("kafka")).build();
    kafka.start();
    kafka.createTopics(
        new Topics(PARTITIONS)
            .of("eu", TestProducer.REGISTRY.codes()).stream()
                .map(t -> new NewTopic(t.name(), t.partitions(), (short) 1))
                .toList());
    redis = new RedisServer("redis", folder.resolve("redis"));
    redis.start();
    postgres = PostgresServer.builder().dataFolder(folder.resolve("postgres")).build();
    postgres.start();
    postgres.createDatabase("consumer");
    database = postgres.dataSource("consumer");
    producer = new TestProducer(kafka.bootstrap());
    offsets = new Offsets(kafka.bootstrap());
    service = configured("eu").launch();
    service.awaitReady();
  }

  static void start(Path folder) throws Exception {
    current = new RunningConsumer(folder);
  }

  static RunningConsumer current() {
    return Objects.requireNonNull(current, "run ServiceIT");
  }

  static void stop() throws Exception {
    RunningConsumer running = current();
    running.producer.close();
    running.service.kill();
    running.kafka.stop();
    running.postgres.stop();
    running.redis.stop();
  }

  KafkaBroker kafka() {
    return kafka;
  }

  PostgresServer postgres() {
    return postgres;
  }

  RedisServer redis() {
    return redis;
  }

  TestProducer producer() {
    return producer;
  }

  Offsets offsets() {
    return offsets;
  }

  TestedService service() {
    return service;
  }

  /** A service that is told nothing. */
  TestedService bare() {
    return TestedService.of(ServiceJars.inCheckout("region-consumer"), folder);
  }

  TestedService configured(String region) throws SQLException {
    return bare()
        .with("MERIDIAN_REGION", region)
        .with("MERIDIAN_REGIONS", "cn=1,eu=2,us=3")
        .with("MERIDIAN_RESEND_AFTER", "5s,1h")
        .with("MERIDIAN_UNREADY_AFTER", "2s")
        .with("MERIDIAN_REPLICAS_AT_LEAST", "1")
        .with("MERIDIAN_TOPICS_LOOK_EVERY", "1s")
        .with("MERIDIAN_SESSION_TIMEOUT_MS", "6000")
        .with("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrap())
        .with("QUARKUS_REDIS_HOSTS", redis.uri())
        .with("QUARKUS_DATASOURCE_JDBC_URL", postgres.jdbcUrl("consumer"))
        .with("QUARKUS_DATASOURCE_USERNAME", postgres.user())
        .with("QUARKUS_DATASOURCE_PASSWORD", "none");
  }

  RequestSpecification rest() {
    return given().baseUri("http://127.0.0.1").port(service.port());
  }

  /** Sends a payment, waits until it is taken in, and gives its id. */
  String take(Payment payment) throws Exception {
    producer.send(payment);
    within(30).until(() -> paymentsOf(List.of(payment)) == 1);
    return texts("select id from payment where request_key = '" + payment.key() + "'").get(0);
  }

  long paymentsOf(List<Payment> payments) throws SQLException {
    return number(
        "select count(*) from payment where request_key in ('%s')"
            .formatted(payments.stream().map(Payment::key).collect(Collectors.joining("','"))));
  }

  /** Waits until Kafka knows that all payments are done with. */
  void awaitAcknowledged() {
    within(60)
        .untilAsserted(
            () ->
                assertThat(offsets.committed("payments.eu")).isEqualTo(offsets.end("payments.eu")));
  }

  /** How far the database has come in the region's own payments. */
  long positions() throws SQLException {
    return number("select sum(next_offset) from consumed_position where topic = 'payments.eu'");
  }

  long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  List<String> texts(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (row.next()) {
        texts.add(row.getString(1));
      }
      return texts;
    }
  }

  static ConditionFactory within(int seconds) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(seconds))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions();
  }
}
