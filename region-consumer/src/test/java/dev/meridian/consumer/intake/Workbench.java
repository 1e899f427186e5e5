package dev.meridian.consumer.intake;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.consumer.kafka.IncomingRecords;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionRegistry;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.Positions;
import dev.meridian.inbox.StuckMessages;
import dev.meridian.inbox.Transactions;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.messages.Body;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.HomeRegionResolver;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.Backoff;
import dev.meridian.outbox.Header;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;

/** A fresh database of region eu with everything that works on it, and messages to feed it. */
final class Workbench {
  static final RegionRegistry REGISTRY = RegionRegistry.parse("cn=1,eu=2,us=3");
  static final Instant NOW = Instant.parse("2026-11-29T12:00:00Z");
  private static final int PARTITIONS = 3;
  private static final AtomicInteger COPIES = new AtomicInteger();
  private static final IdGenerator ACCOUNTS =
      new IdGenerator(new IdKind("acc"), REGISTRY.region("eu"), new InMemoryBlockStore());
  private static final IdGenerator FOREIGN_ACCOUNTS =
      new IdGenerator(new IdKind("acc"), REGISTRY.region("us"), new InMemoryBlockStore());

  final DataSource database;
  final Intake intake;
  final ResultsIntake results;
  private final MessageCodec codec = new MessageCodec("/test");
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicLong offsets = new AtomicLong();

  private Workbench(DataSource database, TieredDeduplicator deduplicator) {
    this.database = database;
    ConsumerContext context =
        new ConsumerContext(
            "eu",
            REGISTRY,
            HomeRegionResolver.of("account", REGISTRY),
            incoming -> IncomingRecords.decode(codec, incoming),
            new Ids(REGISTRY.region("eu"), new InMemoryBlockStore()),
            ResendSchedule.DEFAULT,
            deduplicator,
            new Positions(),
            topic -> "id-of-" + topic,
            InstantSource.fixed(NOW));
    this.intake = new Intake(context);
    this.results = new ResultsIntake(context);
  }

  static Workbench fresh() {
    return fresh(TieredDeduplicator.builder().build());
  }

  /** A copy of one migrated database: migrating takes a hundred times as long. */
  static Workbench fresh(TieredDeduplicator deduplicator) {
    PostgresServer server = PostgresServer.shared();
    String name = "consumer_" + COPIES.incrementAndGet();
    try (Connection connection = server.dataSource("postgres").getConnection();
        Statement create = connection.createStatement()) {
      create.execute("create database " + name + " template " + Migrated.NAME);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return new Workbench(server.dataSource(name), deduplicator);
  }

  /** All migrations together, as the service loads them. */
  private static final class Migrated {
    static final String NAME = PostgresServer.shared().freshDatabase("migrated");

    static {
      Flyway.configure()
          .dataSource(PostgresServer.shared().dataSource(NAME))
          .locations(
              Stream.of("ids", "dedup", "outbox", "inbox", "consumer")
                  .map("classpath:db/"::concat)
                  .toArray(String[]::new))
          .load()
          .migrate();
    }
  }

  static String account() {
    return ACCOUNTS.nextId().text();
  }

  static String foreignAccount() {
    return FOREIGN_ACCOUNTS.nextId().text();
  }

  /** Retries fast, so that a test of an outage doesn't wait. */
  Transactions transactions(UnaryOperator<UnitOfWork> decorator) {
    return new Transactions(
        decorator.apply(new JdbcUnitOfWork(database)),
        new Backoff(Duration.ofMillis(1), Duration.ofMillis(20)),
        InstantSource.system(),
        new Random(),
        Transactions.Listener.NONE);
  }

  RequestBatches requests() {
    return requests(UnaryOperator.identity());
  }

  RequestBatches requests(UnaryOperator<UnitOfWork> decorator) {
    return new RequestBatches(transactions(decorator), intake, new StuckMessages());
  }

  BatchProcessor<Incoming, Report> answers() {
    return new BatchProcessor<>(transactions(UnaryOperator.identity()), results);
  }

  void take(Incoming... batch) throws InterruptedException {
    requests().process(List.of(batch));
  }

  void answer(Incoming... batch) throws InterruptedException {
    answers().process(List.of(batch));
  }

  /** An honest request with accounts, keys and a message id of its own. */
  Request request() {
    String name = "r" + names.incrementAndGet();
    return new Request(
        "msg-" + name,
        name,
        new Intent("shop", "ref-" + name, account(), account(), 1_000, "EUR"),
        "eu",
        1);
  }

  /**
   * A request to be varied.
   *
   * @param origin the producer's region
   */
  record Request(String messageId, String requestKey, Intent intent, String origin, int attempt) {
    Request withRequestKey(String key) {
      return new Request(messageId + "/" + key, key, intent, origin, attempt);
    }

    Request withAmount(long amount) {
      Intent other =
          new Intent(
              intent.tenant(),
              intent.clientReference(),
              intent.payer(),
              intent.payee(),
              amount,
              intent.currency());
      return new Request(messageId, requestKey, other, origin, attempt);
    }

    Request withMessageId(String id) {
      return new Request(id, requestKey, intent, origin, attempt);
    }

    Request withOrigin(String region) {
      return new Request(messageId, requestKey, intent, region, attempt);
    }

    Request withAttempt(int number) {
      return new Request(messageId, requestKey, intent, origin, number);
    }

    Envelope envelope() {
      return new Envelope(
          messageId,
          intent.businessKey(requestKey),
          requestKey,
          NOW.minusSeconds(1),
          origin,
          attempt,
          null,
          null);
    }

    String businessKey() {
      return envelope().businessKey().text();
    }
  }

  Incoming incoming(Request request) {
    return incoming(
        "payments.eu", new Message(request.envelope(), Body.PaymentRequested.of(request.intent())));
  }

  /** An answer of the payer's home about the payment that the request made. */
  Incoming incoming(Request request, String messageId, Body.Result result) {
    Envelope envelope =
        new Envelope(
            messageId,
            request.envelope().businessKey(),
            request.requestKey(),
            NOW,
            "eu",
            1,
            null,
            "account");
    return incoming("ledger-results.eu", new Message(envelope, result));
  }

  Incoming incoming(String topic, Message message) {
    Encoded encoded = codec.encode(message);
    List<Header> headers = new ArrayList<>();
    encoded.headers().forEach((name, value) -> headers.add(Header.of(name, value)));
    return raw(topic, headers, encoded.payload());
  }

  /** Any bytes under the headers of an honest request. */
  Incoming incoming(Request request, String json) {
    Incoming honest = incoming(request);
    return raw("payments.eu", honest.headers(), json.getBytes(UTF_8));
  }

  @SuppressWarnings("NullAway") // javac 17 drops the annotations of a record's array components
  Incoming raw(String topic, List<Header> headers, byte @Nullable [] payload) {
    long offset = offsets.getAndIncrement();
    return new Incoming(
        topic, (int) (offset % PARTITIONS), offset, "key".getBytes(UTF_8), headers, payload);
  }

  static List<Header> with(List<Header> headers, String name, String value) {
    return Stream.concat(
            headers.stream().filter(h -> !h.name().equals(name)), Stream.of(Header.of(name, value)))
        .toList();
  }

  static List<Header> without(List<Header> headers, String name) {
    return headers.stream().filter(h -> !h.name().equals(name)).toList();
  }

  /** The rows of a query; each a map of column to text. */
  List<Map<String, String>> rows(String sql, Object... arguments) throws SQLException {
    try (Connection connection = database.getConnection();
        PreparedStatement select = connection.prepareStatement(sql)) {
      for (int i = 0; i < arguments.length; i++) {
        select.setObject(i + 1, arguments[i]);
      }
      return Rows.read(select.executeQuery());
    }
  }

  Map<String, String> row(String sql, Object... arguments) throws SQLException {
    List<Map<String, String>> rows = rows(sql, arguments);
    if (rows.size() != 1) {
      throw new AssertionError(rows.size() + " rows for " + sql + ": " + rows);
    }
    return rows.get(0);
  }

  long number(String sql, Object... arguments) throws SQLException {
    return Long.parseLong(row(sql, arguments).values().iterator().next());
  }

  Map<String, String> payment(Request request) throws SQLException {
    return row(
        "select * from payment where business_key = ? and request_key = ?",
        request.businessKey(),
        request.requestKey());
  }

  String paymentId(Request request) throws SQLException {
    return Objects.requireNonNull(payment(request).get("id"));
  }

  /** How many deliveries went that way, over all topics: {@code outcome/tier/cause} to count. */
  Map<String, Long> counts() throws SQLException {
    return counts("");
  }

  /** The same for topics that begin like this. */
  Map<String, Long> counts(String topic) throws SQLException {
    Map<String, Long> counts = new TreeMap<>();
    for (Map<String, String> row :
        rows(
            "select outcome || '/' || tier || '/' || cause as way, sum(n) as n from delivery_count where starts_with(topic, ?) group by 1",
            topic)) {
      counts.put(row.get("way"), Long.parseLong(row.get("n")));
    }
    return counts;
  }

  /** Reads result sets. */
  static final class Rows {
    private Rows() {}

    static List<Map<String, String>> read(ResultSet row) throws SQLException {
      List<Map<String, String>> rows = new ArrayList<>();
      while (row.next()) {
        Map<String, String> columns = new LinkedHashMap<>();
        for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
          columns.put(row.getMetaData().getColumnLabel(i), row.getString(i));
        }
        rows.add(columns);
      }
      return rows;
    }
  }
}
