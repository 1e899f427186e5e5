package dev.meridian.consumer;

import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

import dev.meridian.consumer.TestProducer.Payment;
import dev.meridian.messages.Body;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Message;
import dev.meridian.messages.Topics;
import dev.meridian.stack.KafkaBroker;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.RedisServer;
import io.restassured.specification.RequestSpecification;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on a real broker and a real database. One start serves most tests. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ServiceIT {
  private static final int PARTITIONS = 3;

  @TempDir static Path folder;
  private static KafkaBroker kafka;
  private static PostgresServer postgres;
  private static RedisServer redis;
  private static DataSource database;
  private static TestProducer producer;
  private static Offsets offsets;
  private static ServiceUnderTest service;

  @BeforeAll
  static void start() throws Exception {
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

  @AfterAll
  static void stop() throws Exception {
    producer.close();
    service.kill();
    kafka.stop();
    postgres.stop();
    redis.stop();
  }

  @Test
  @Order(1)
  void payments_badOnesAmongGoodOnes_areParkedAndTheRestGoesOn() throws Exception {
    List<Payment> good = new ArrayList<>();
    List<String> bad =
        List.of(
            "{\"tenant\":",
            TestProducer.body("1000", "XXQ", "shop"),
            TestProducer.body("0", "EUR", "shop"),
            TestProducer.body("5", "EUR", "sh\\u0000op"),
            TestProducer.body("5", "EUR", "shop")
                .replace("\"payer\":\"acc-", "\"payer\":\"bad-acc-"));
    for (String json : bad) {
      good.add(producer.send(TestProducer.payment()));
      producer.sendBytes(TestProducer.payment(), json);
    }
    producer.sendBytes(TestProducer.payment(), TestProducer.payToSelf());
    good.add(producer.send(TestProducer.payment()));

    within(60)
        .untilAsserted(
            () -> {
              assertThat(number("select count(*) from payment")).isEqualTo(good.size());
              assertThat(number("select count(*) from parked_message")).isEqualTo(bad.size() + 1L);
            });
    assertThat(texts("select distinct reason from parked_message order by 1"))
        .contains("BAD_AMOUNT", "BAD_TEXT", "BROKEN_JSON", "UNKNOWN_CURRENCY");
    within(30)
        .untilAsserted(
            () -> {
              // at least: what its home doesn't answer in time is sent again
              assertThat(offsets.end(Topics.commands("eu"))).isGreaterThanOrEqualTo(good.size());
              assertThat(offsets.end(Topics.PAYMENTS_DLQ)).isEqualTo(bad.size() + 1L);
              assertThat(offsets.committed("payments.eu")).isEqualTo(offsets.end("payments.eu"));
            });
    assertThat(number("select sum(next_offset) from consumed_position where topic = 'payments.eu'"))
        .isEqualTo(offsets.end("payments.eu"));
    assertThat(number("select sum(n) from delivery_count where topic = 'payments.eu'"))
        .isEqualTo(offsets.end("payments.eu"));
  }

  @Test
  @Order(2)
  void answers_settled_moveThePaymentThatHttpShows() throws Exception {
    Payment payment = producer.send(TestProducer.payment());
    within(30)
        .until(
            () ->
                number("select count(*) from payment where request_key = '" + payment.key() + "'")
                    == 1);
    String id = texts("select id from payment where request_key = '" + payment.key() + "'").get(0);
    rest().get("/payments/" + id).then().statusCode(200).body("state", equalTo("ROUTED"));

    Envelope answer =
        new Envelope(
            "res-1",
            payment.intent().businessKey(payment.key()),
            payment.key(),
            Instant.now(),
            "eu",
            1,
            null,
            null);
    producer.send(
        "ledger-results.eu", new Message(answer, new Body.Settled(id, 1, payment.intent())));

    within(30)
        .untilAsserted(
            () ->
                rest()
                    .get("/payments/" + id + "?history=true")
                    .then()
                    .statusCode(200)
                    .contentType("application/json")
                    .body("state", equalTo("SETTLED"))
                    .body("id", equalTo(id))
                    .body("amountMinor", equalTo(1000))
                    .body("refundedMinor", equalTo(0))
                    .body("version", equalTo(2))
                    .body("history.to", equalTo(List.of("ROUTED", "SETTLED"))));
    assertThat(number("select count(*) from open_message where answer_key = '" + id + "'"))
        .isZero();
  }

  @Test
  @Order(3)
  void http_whatIsNoPaymentHere_isAProblemThatSaysWhy() {
    rest().get("/payments/nonsense").then().statusCode(400).contentType("application/problem+json");
    rest().get("/payments/" + TestProducer.account()).then().statusCode(400);
    String unknown = TestProducer.id("pay", "eu");
    rest()
        .get("/payments/" + unknown)
        .then()
        .statusCode(404)
        .contentType("application/problem+json")
        .body("detail", containsString(unknown));
    rest()
        .get("/payments/" + TestProducer.id("pay", "us"))
        .then()
        .statusCode(421)
        .body("detail", containsString("us"))
        .body("status", equalTo(421));
    rest().get("/nowhere").then().statusCode(404);
  }

  @Test
  @Order(4)
  void metrics_afterSomeWork_areThereWithBoundedLabels() throws Exception {
    String metrics = service.get("/q/metrics").body();

    assertThat(metrics)
        .contains("meridian_received_total{channel=\"payments\"}")
        .contains("outcome=\"applied\"")
        .contains("meridian_duplicates_total{cause=\"tier_failure\",tier=\"ledger\"} 0.0")
        .contains("meridian_outbox_backlog")
        .contains("meridian_open_commands{home=\"us\"}")
        .contains("meridian_parked_messages")
        .contains("meridian_duplicates_total{cause=\"resend\",tier=\"hot\"} 0.0")
        .contains("meridian_dedup_hot_degraded 0.0")
        .contains("meridian_dedup_breaker{operation=\"read\",state=\"closed\"} 1.0")
        .contains("meridian_dedup_rotation_overdue_seconds 0.0")
        .contains("verdict=\"conflict\"")
        .contains("group=\"region-consumer\"");
  }

  @Test
  @Order(4)
  void commands_whoseAnswerStaysAway_areSentAgainUnderTheSameId() throws Exception {
    within(30)
        .until(
            () ->
                number("select count(*) from outbox where attempt > 1 and sent_at is not null")
                    > 0);

    assertThat(
            number(
                "select count(*) from outbox where attempt > 1 and topic not like 'ledger-commands.%'"))
        .isZero();
    assertThat(
            number(
                "select count(*) from (select from outbox group by message_id having count(*) > 1) as twice"))
        .isZero();
  }

  @Test
  @Order(4)
  void payments_mirroredFromAnotherRegion_areAcceptedHere() throws Exception {
    Payment payment = TestProducer.payment();
    Envelope produced =
        new Envelope(
            "msg-cn-" + payment.key(),
            payment.envelope().businessKey(),
            payment.key(),
            Instant.now(),
            "cn",
            1,
            null,
            null);
    producer.send(
        "cn.payments.eu", new Message(produced, Body.PaymentRequested.of(payment.intent())));

    within(30)
        .until(
            () ->
                texts(
                        "select origin_region from payment where request_key = '"
                            + payment.key()
                            + "'")
                    .equals(List.of("cn")));
  }

  @Test
  @Order(5)
  void kill_withWorkInFlight_takesEachPaymentOnce() throws Exception {
    long before = number("select count(*) from payment");
    int sent = 2_000;
    List<Future<RecordMetadata>> acknowledged = new ArrayList<>();
    for (int i = 0; i < sent; i++) {
      acknowledged.add(producer.handOver(TestProducer.payment()));
    }
    for (Future<RecordMetadata> each : acknowledged) {
      each.get();
    }
    within(60).until(() -> number("select count(*) from payment") > before);
    service.kill();
    assertThat(number("select count(*) from payment")).isLessThan(before + sent);

    service.launch().awaitReady();

    within(90)
        .untilAsserted(
            () -> {
              assertThat(number("select count(*) from payment")).isEqualTo(before + sent);
              assertThat(number("select count(*) from outbox where sent_at is null")).isZero();
              assertThat(offsets.committed("payments.eu")).isEqualTo(offsets.end("payments.eu"));
            });
    assertThat(number("select count(*) from payment_history where version = 1"))
        .isEqualTo(before + sent);
    assertThat(number("select sum(next_offset) from consumed_position where topic = 'payments.eu'"))
        .isEqualTo(offsets.end("payments.eu"));
  }

  @Test
  @Order(6)
  void database_away_readinessSaysSoAndNothingIsLost() throws Exception {
    long before = number("select count(*) from payment");
    String known = texts("select min(id) from payment").get(0);
    postgres.stop();
    for (int i = 0; i < 50; i++) {
      producer.send(TestProducer.payment());
    }

    within(60).until(() -> service.status("/q/health/ready") == 503);
    assertThat(service.status("/q/health/live")).isEqualTo(200);
    HttpResponse<String> read = service.get("/payments/" + known);
    assertThat(read.statusCode()).isEqualTo(503);
    assertThat(read.headers().firstValue("Retry-After")).hasValue("1");
    postgres.start();

    within(60)
        .untilAsserted(
            () -> assertThat(number("select count(*) from payment")).isEqualTo(before + 50));
    within(60).until(() -> service.status("/q/health/ready") == 200);
    assertThat(number("select count(*) from parked_message")).isEqualTo(6);
  }

  @Test
  @Order(7)
  void start_topicsMissing_refusesNamingThem() throws Exception {
    ServiceUnderTest other = configured("cn").launch();

    assertThat(other.exitCode(Duration.ofMinutes(2))).isNotZero();
    assertThat(other.output())
        .contains("region-consumer can't start: Kafka at " + kafka.bootstrap())
        .contains("eu.payments.cn");
  }

  @Test
  @Order(8)
  void start_addressesMissing_refusesWithASentenceForEach() throws Exception {
    ServiceUnderTest bare = ServiceUnderTest.in(folder).launch();

    assertThat(bare.exitCode(Duration.ofMinutes(1))).isEqualTo(78);
    assertThat(bare.output())
        .contains("set KAFKA_BOOTSTRAP_SERVERS")
        .contains("set QUARKUS_DATASOURCE_JDBC_URL")
        .contains("set QUARKUS_REDIS_HOSTS")
        .contains("set MERIDIAN_REGION ");
  }

  /** What the database remembers of ids outlives any configuration. */
  @Test
  @Order(8)
  void start_regionsRenumbered_refusesAndSaysWhichAndWhy() throws Exception {
    ServiceUnderTest renumbered =
        configured("eu").with("MERIDIAN_REGIONS", "cn=1,eu=7,us=3").launch();

    assertThat(renumbered.exitCode(Duration.ofMinutes(1))).isNotZero();
    assertThat(renumbered.output()).contains("ids can't be given out").contains("eu").contains("7");
  }

  /** Trap 6, on the service: a hot tier that is away changes no verdict and no health. */
  @Test
  @Order(8)
  void redis_killedAndStartedAgain_warmAnswersMeanwhileAndHotComesBack() throws Exception {
    Payment payment = producer.send(TestProducer.payment());
    sendUntilADuplicateIsOf("hot", payment);
    redis.kill();

    sendUntilADuplicateIsOf("warm", payment);
    assertThat(service.status("/q/health/live")).isEqualTo(200);
    assertThat(service.status("/q/health/ready")).isEqualTo(200);
    redis.start();

    sendUntilADuplicateIsOf("hot", payment);
    assertThat(number("select count(*) from payment where request_key = '" + payment.key() + "'"))
        .isEqualTo(1);
  }

  private static void sendUntilADuplicateIsOf(String tier, Payment payment) throws Exception {
    String count = "select coalesce(sum(n), 0) from delivery_count where tier = '" + tier + "'";
    long before = number(count);
    within(30)
        .until(
            () -> {
              producer.send(payment);
              return number(count) > before;
            });
  }

  @Test
  @Order(9)
  void terminate_underLoad_endsInTimeWithNothingHalfDone() throws Exception {
    for (int i = 0; i < 500; i++) {
      producer.handOver(TestProducer.payment()).get();
    }

    service.terminate();

    assertThat(service.exitCode(Duration.ofSeconds(30))).isIn(0, 143);
    assertThat(offsets.committed("payments.eu"))
        .isLessThanOrEqualTo(
            number("select sum(next_offset) from consumed_position where topic = 'payments.eu'"));
    assertThat(service.output()).doesNotContain("pool is closed").doesNotContain("reached");
  }

  private static ServiceUnderTest configured(String region) throws Exception {
    return ServiceUnderTest.in(folder)
        .with("MERIDIAN_REGION", region)
        .with("MERIDIAN_REGIONS", "cn=1,eu=2,us=3")
        .with("MERIDIAN_RESEND_AFTER", "5s,1h")
        .with("MERIDIAN_UNREADY_AFTER", "2s")
        .with("MERIDIAN_SESSION_TIMEOUT_MS", "6000")
        .with("KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrap())
        .with("QUARKUS_REDIS_HOSTS", redis.uri())
        .with("QUARKUS_DATASOURCE_JDBC_URL", postgres.jdbcUrl("consumer"))
        .with("QUARKUS_DATASOURCE_USERNAME", postgres.user())
        .with("QUARKUS_DATASOURCE_PASSWORD", "none");
  }

  private static RequestSpecification rest() {
    return given().baseUri("http://127.0.0.1").port(service.port());
  }

  private static ConditionFactory within(int seconds) {
    return Awaitility.await()
        .atMost(Duration.ofSeconds(seconds))
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptions();
  }

  private static long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  private static List<String> texts(String sql) throws SQLException {
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
}
