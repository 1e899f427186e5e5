package dev.meridian.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.equalTo;

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
import io.restassured.response.ValidatableResponse;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** The packaged service on a real broker and a real database. One start serves most tests. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ServiceIT {
  private static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  private static final int PARTITIONS = 3;
  private static final String ROLE = "ledger_app";
  private static final MessageCodec CODEC = new MessageCodec("/test");

  @TempDir static Path folder;
  private static KafkaBroker kafka;
  private static PostgresServer postgres;
  private static KafkaProducer<byte[], byte[]> producer;
  private static KafkaConsumer<byte[], byte[]> results;
  private static final Map<String, List<Body.Result>> ANSWERS = new ConcurrentHashMap<>();
  private static ServiceUnderTest service;
  private static LedgerHttp http;
  private static String payer;
  private static String payee;
  private static int payments;

  @BeforeAll
  static void start() throws Exception {
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
    http = new LedgerHttp(service.port());
    payer = http.open("CUSTOMER", "EUR");
    payee = http.open("MERCHANT", "EUR");
    http.fund(payer, "first", "100000").statusCode(201);
  }

  @AfterAll
  static void stop() throws Exception {
    producer.close();
    results.close();
    service.kill();
    kafka.stop();
    postgres.stop();
  }

  @Test
  @Order(1)
  void accounts_openFundAndRead_showTheBalance() {
    String id = http.open("CUSTOMER", "KWD");
    String entry =
        http.fund(id, "salary-11", "1234").statusCode(201).extract().path("entryId").toString();

    ValidatableResponse repeated = http.fund(id, "salary-11", "1234");

    repeated.statusCode(200).body("entryId", equalTo(entry)).body("amountMinor", equalTo(1234));
    http.rest()
        .get("/accounts/" + id)
        .then()
        .statusCode(200)
        .body("id", equalTo(id))
        .body("home", equalTo("eu"))
        .body("kind", equalTo("CUSTOMER"))
        .body("currency", equalTo("KWD"))
        .body("state", equalTo("OPEN"))
        .body("balanceMinor", equalTo(1234));
  }

  @Test
  @Order(1)
  void accounts_frozenClosedAndReopened_sayWhatTheyAllow() {
    String id = http.open("CUSTOMER", "EUR");
    http.fund(id, "in", "5").statusCode(201);

    http.change(id, "FREEZE").statusCode(201).body("state", equalTo("FROZEN"));

    http.change(id, "FREEZE").statusCode(200).body("state", equalTo("FROZEN"));
    LedgerHttp.problem(http.withdraw(id, "out", "5"), 409)
        .body("type", containsString("account-frozen"));
    LedgerHttp.problem(http.change(id, "REOPEN"), 409).body("detail", containsString("FROZEN"));
    http.change(id, "UNFREEZE").statusCode(201).body("state", equalTo("OPEN"));
    http.withdraw(id, "out", "5").statusCode(201).body("amountMinor", equalTo(5));
    http.withdraw(id, "out", "5").statusCode(200);
    http.change(id, "CLOSE").statusCode(201).body("state", equalTo("CLOSED"));
    LedgerHttp.problem(http.fund(id, "late", "1"), 409)
        .body("type", containsString("account-closed"));
    http.rest().get("/accounts/" + id).then().body("state", equalTo("CLOSED"));
  }

  @Test
  @Order(2)
  void accounts_whatCantBeServed_isAProblemThatSaysWhy() {
    LedgerHttp.problem(http.post("/accounts", "{\"kind\":\"CUSTOMER\",\"currency\":\"XXQ\"}"), 400)
        .body("detail", containsString("XXQ"));
    LedgerHttp.problem(http.post("/accounts", "{\"kind\":\"CLEARING\",\"currency\":\"EUR\"}"), 400)
        .body("detail", containsString("CUSTOMER"));
    LedgerHttp.problem(http.post("/accounts", "{\"kind\":\"CUSTOMER\"}"), 400);
    LedgerHttp.problem(http.post("/accounts", "{\"kind\":\"CUSTOMER\",\"currency\":978}"), 400);
    LedgerHttp.problem(http.post("/accounts", "{\"kind\":"), 400);
    LedgerHttp.problem(http.post("/accounts", ""), 400);
    LedgerHttp.problem(http.fund(payer, "second", "0"), 400);
    LedgerHttp.problem(http.fund(payer, "second", "-5"), 400);
    LedgerHttp.problem(http.fund(payer, "second", "1.5"), 400);
    LedgerHttp.problem(http.fund(payer, "second", "\"5\""), 400);
    LedgerHttp.problem(http.fund(payer, "second", "9223372036854775808"), 400);
    LedgerHttp.problem(
        http.post("/accounts/" + payer + "/fundings", "{\"reference\":7,\"amountMinor\":1}"), 400);
    LedgerHttp.problem(http.fund(payer, "first", "99999"), 422);
    LedgerHttp.problem(http.withdraw(payer, "w", "100001"), 422)
        .body("detail", containsString("100000"));
    http.rest().get("/suspense").then().statusCode(200).body("size()", equalTo(0));
    LedgerHttp.problem(
            http.post(
                "/suspense/ent-eu-none/releases",
                "{\"accountId\":\"%s\",\"askedBy\":\"ann\",\"reason\":\"r\"}".formatted(payer)),
            404)
        .body("detail", containsString("ent-eu-none"));
    LedgerHttp.problem(http.change(payer, "MELT"), 400).body("detail", containsString("FREEZE"));
    LedgerHttp.problem(
            http.post("/accounts/" + payer + "/state-changes", "{\"change\":\"FREEZE\"}"), 400)
        .body("detail", containsString("askedBy"));
    LedgerHttp.problem(http.change(payer, "CLOSE"), 409).body("detail", containsString("moveTo"));
    LedgerHttp.problem(http.change(account("us"), "FREEZE"), 421);
    LedgerHttp.problem(http.change(account("eu"), "FREEZE"), 404);
    LedgerHttp.problem(http.fund(payer, "too much", "9223372036854775807"), 422);
    LedgerHttp.problem(http.fund(account("eu"), "second", "5"), 404);
    LedgerHttp.problem(http.rest().get("/accounts/" + account("eu")).then(), 404);
    LedgerHttp.problem(http.rest().get("/accounts/" + account("us")).then(), 421)
        .body("detail", containsString("region us"));
    LedgerHttp.problem(http.fund(account("us"), "second", "5"), 421);
    LedgerHttp.problem(http.rest().get("/accounts/nonsense").then(), 400);
    LedgerHttp.problem(http.rest().get("/nothing/here").then(), 404);
    LedgerHttp.problem(http.rest().delete("/accounts/" + payer).then(), 405);
  }

  @Test
  @Order(3)
  void commands_payAndBadOnes_areAnsweredAndParked() throws Exception {
    Message good = pay(payer, payee, 100);
    send(good);
    producer.send(new ProducerRecord<>(Topics.commands("eu"), bytes("k"), bytes("{\"x\":"))).get();
    producer.send(new ProducerRecord<>(Topics.commands("eu"), bytes("k"), null)).get();
    Message cancel = new Message(envelope("c", good), new Body.Cancel("pay-x", payer));
    send(cancel);
    Message poor = pay(payee, payer, 1_000_000);
    send(poor);
    send(good);

    awaitAnswers(good, 2);
    awaitAnswers(poor, 1);

    assertThat(answers(good)).allSatisfy(a -> assertThat(a).isInstanceOf(Body.Settled.class));
    assertThat(answers(poor).get(0))
        .isEqualTo(
            new Body.Rejected(
                paymentId(poor), 1, ((Body.Pay) poor.body()).intent(), "INSUFFICIENT_FUNDS"));
    assertThat(texts("select reason from parked_message order by reason"))
        .containsExactly("BAD_ENVELOPE", "NOT_SUPPORTED");
    assertThat(
            texts(
                """
                select outcome || ' ' || tier || ' ' || cause || ' ' || sum(n)
                  from delivery_count group by outcome, tier, cause order by 1
                """))
        .containsExactly(
            "applied   2", "duplicate ledger redelivery 1", "parked   2", "tombstone   1");
    String metrics = http.rest().get("/q/metrics").then().statusCode(200).extract().asString();
    assertThat(metrics)
        .contains(
            "meridian_processed_total{cause=\"redelivery\",channel=\"commands\",outcome=\"duplicate\",tier=\"ledger\"} 1.0")
        .contains("meridian_open_legs{home=\"us\"} 0.0");
  }

  @Test
  @Order(4)
  void commands_payeeElsewhere_sendTheLegAgainUntilItIsAnswered() throws Exception {
    Message far = pay(payer, account("us"), 70);
    send(far);

    within(30)
        .until(
            () ->
                number(
                        "select count(*) from outbox where topic = 'ledger-commands.us' and attempt >= 2")
                    == 1);
    String key = far.envelope().businessKey().text();
    String leg = texts("select leg_id from payment_leg where business_key = '" + key + "'").get(0);
    send(
        new Message(
            far.envelope().followedBy("res-us-1"),
            new Body.LegAnswer(leg, paymentId(far), Body.LegStatus.REFUSED, "UNKNOWN_PAYEE")));

    awaitAnswers(far, 1);
    assertThat(((Body.Rejected) answers(far).get(0)).reason()).isEqualTo("UNKNOWN_PAYEE");
    assertThat(number("select count(*) from open_message")).isZero();
  }

  @Test
  @Order(5)
  void commit_failsOnce_isTriedAgainAndBooksOnce() throws Exception {
    execute(
        """
        create sequence commits;
        create function fail_first_commit() returns trigger language plpgsql security definer as $$
        begin
          if nextval('commits') = 1 then raise exception 'not yet' using errcode = 'serialization_failure'; end if;
          return null;
        end $$;
        create constraint trigger fail_first after insert on entry deferrable initially deferred
          for each row execute function fail_first_commit()
        """);
    Message pay = pay(payer, payee, 1);

    send(pay);

    awaitAnswers(pay, 1);
    assertThat(answers(pay)).singleElement().isInstanceOf(Body.Settled.class);
    assertThat(number("select last_value from commits")).isEqualTo(2);
    execute("drop trigger fail_first on entry");
  }

  @Test
  @Order(6)
  void kill_underLoad_booksEachOnceAfterTheRestart() throws Exception {
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      sent.add(pay(payer, payee, 1));
      send(sent.get(i));
    }
    within(60).until(() -> number("select count(*) from booking_outcome") > 100);

    service.kill();
    service.launch().awaitReady();

    sent.forEach(pay -> awaitAnswers(pay, 1));
    assertThat(booked(sent)).isEqualTo(sent.size());
    invariantsHold();
  }

  @Test
  @Order(7)
  void database_away_isWaitedForAndReadinessSaysSo() throws Exception {
    postgres.stop();
    Message pay = pay(payer, payee, 1);
    send(pay);
    within(60).until(() -> service.status("/q/health/ready") == 503);
    assertThat(service.status("/q/health/live")).isEqualTo(200);
    http.rest()
        .get("/accounts/" + payer)
        .then()
        .statusCode(503)
        .contentType("application/problem+json")
        .header("Retry-After", "1");

    postgres.start();

    awaitAnswers(pay, 1);
    within(60).until(() -> service.status("/q/health/ready") == 200);
    invariantsHold();
  }

  @Test
  @Order(8)
  void terminate_underLoad_endsInTimeAndLosesNothing() throws Exception {
    List<Message> sent = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      sent.add(pay(payer, payee, 1));
      send(sent.get(i));
    }

    service.terminate();
    int exitCode = service.exitCode(Duration.ofSeconds(30));

    assertThat(exitCode).isIn(0, 143);
    assertThat(service.output())
        .doesNotContain("pool is closed")
        .doesNotContain("wasn't committed");
    service.launch().awaitReady();
    sent.forEach(pay -> awaitAnswers(pay, 1));
    assertThat(booked(sent)).isEqualTo(sent.size());
    invariantsHold();
  }

  @Test
  @Order(9)
  void start_withoutAddresses_saysWhichAreMissing() throws Exception {
    ServiceUnderTest bare = ServiceUnderTest.in(folder).launch();

    assertThat(bare.exitCode(Duration.ofMinutes(1))).isEqualTo(78);
    assertThat(bare.output())
        .contains("set MERIDIAN_REGION (meridian.region)", "set KAFKA_BOOTSTRAP_SERVERS")
        .contains("set QUARKUS_DATASOURCE_JDBC_URL");
  }

  @Test
  @Order(10)
  void start_withoutItsTopics_saysWhichAreMissing() throws Exception {
    ServiceUnderTest american = configured("us").launch();

    assertThat(american.exitCode(Duration.ofMinutes(1))).isNotZero();
    assertThat(american.output())
        .contains("home-region-ledger can't start: Kafka at " + kafka.bootstrap())
        .contains("eu.ledger-commands.us");
  }

  private static ServiceUnderTest configured(String region) throws Exception {
    return ServiceUnderTest.in(folder)
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

  private static void invariantsHold() throws SQLException {
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

  private static long booked(List<Message> sent) throws SQLException {
    String ids = String.join("','", sent.stream().map(ServiceIT::paymentId).toList());
    return number("select count(*) from entry where payment_id in ('" + ids + "')");
  }

  private static Message pay(String from, String to, long amountMinor) {
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

  private static Envelope envelope(String messageId, Message like) {
    return like.envelope().followedBy(messageId);
  }

  private static String paymentId(Message pay) {
    return ((Body.Pay) pay.body()).paymentId();
  }

  private static void send(Message message) {
    Encoded encoded = CODEC.encode(message);
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(Topics.commands("eu"), bytes(message.recordKey()), encoded.payload());
    encoded.headers().forEach((name, value) -> sent.headers().add(name, bytes(value)));
    Future<RecordMetadata> unused = producer.send(sent);
  }

  private static List<Body.Result> answers(Message pay) {
    return ANSWERS.getOrDefault(paymentId(pay), List.of());
  }

  private static void awaitAnswers(Message pay, int atLeast) {
    within(90)
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              if (answers(pay).size() < atLeast) {
                results.poll(Duration.ofMillis(200)).forEach(ServiceIT::keep);
              }
              return answers(pay).size() >= atLeast;
            });
  }

  private static void keep(ConsumerRecord<byte[], byte[]> received) {
    Decoded decoded = CODEC.decode(received.headers(), received.value());
    Body.Result result = (Body.Result) ((Decoded.Valid) decoded).message().body();
    ANSWERS.computeIfAbsent(result.paymentId(), any -> new ArrayList<>()).add(result);
  }

  private static String account(String region) {
    return new IdGenerator(new IdKind("acc"), REGISTRY.region(region), new InMemoryBlockStore())
        .nextId()
        .text();
  }

  private static long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  private static List<String> texts(String sql) throws SQLException {
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

  private static void execute(String sql) throws SQLException {
    try (Connection connection = postgres.dataSource("ledger").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private static ConditionFactory within(int seconds) {
    return Awaitility.await().atMost(Duration.ofSeconds(seconds));
  }
}
