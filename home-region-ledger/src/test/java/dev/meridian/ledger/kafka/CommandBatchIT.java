package dev.meridian.ledger.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Position;
import dev.meridian.inbox.Positions;
import dev.meridian.inbox.Transactions;
import dev.meridian.ledger.booking.Booking;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Encoded;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.Header;
import dev.meridian.outbox.Outbox;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What a batch leaves beside its bookings: parked messages, counts and positions, all or nothing.
 */
final class CommandBatchIT {
  private static final MessageCodec CODEC = new MessageCodec("/test");
  private final HomeRegion eu = HomeRegion.of("eu", "cn=1,eu=2,us=3", "account");
  private final LedgerIds ids = new LedgerIds(eu.region(), new InMemoryBlockStore());
  private final String payer = ids.account();
  private final String payee = ids.account();
  private DataSource database;
  private BatchProcessor<Received, List<Delivery>> processor;
  private int offset;

  @BeforeEach
  void fresh() {
    PostgresServer server = PostgresServer.shared();
    database = server.dataSource(server.freshDatabase("batch"));
    Flyway.configure()
        .dataSource(database)
        .outOfOrder(true)
        .locations("db/ids", "db/outbox", "db/inbox", "db/ledger")
        .load()
        .migrate();
    ResendSchedule schedule = ResendSchedule.DEFAULT;
    processor =
        new BatchProcessor<>(
            new Transactions(
                new JdbcUnitOfWork(database),
                Transactions.DEFAULT_BACKOFF,
                InstantSource.system(),
                new Random(1),
                Transactions.Listener.NONE),
            new CommandBatch(
                new Booking(eu, ids, schedule, InstantSource.system()),
                new ParkedMessages(new Outbox(schedule), "ledger-commands-dlq"),
                new Positions(),
                Map.of("ledger-commands.eu", "topic-id")));
  }

  @Test
  void process_mixedBatch_parksTheBadCountsAllAndAdvances() throws Exception {
    List<Received> batch =
        List.of(
            received(pay(1, "2026-11-01T12:00:00Z")),
            new Received("ledger-commands.eu", 0, offset++, null, List.of(), "{".getBytes(UTF_8)),
            new Received("ledger-commands.eu", 0, offset++, null, List.of(), null),
            received(pay(1, "2026-11-01T12:00:00Z")));

    processor.process(batch);

    assertThat(counts()).containsExactly("applied 1", "duplicate 1", "parked 1", "tombstone 1");
    assertThat(number("select count(*) from parked_message")).isEqualTo(1);
    assertThat(number("select count(*) from outbox where topic = 'ledger-commands-dlq'"))
        .isEqualTo(1);
    try (Connection connection = database.getConnection()) {
      assertThat(new Positions().read(connection, Received.GROUP))
          .containsExactly(new Position("ledger-commands.eu", 0, "topic-id", 4));
    }
  }

  @Test
  void process_oneThatTheDatabaseRefuses_parksOnlyThatOne() throws Exception {
    List<Received> batch = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      // a time that java.time can say and PostgreSQL can't
      String occurredAt = i == 4 ? "+999999999-01-01T00:00:00Z" : "2026-11-01T12:00:00Z";
      batch.add(received(pay(i, occurredAt)));
    }

    processor.process(batch);

    assertThat(counts()).containsExactly("applied 8", "parked 1");
    assertThat(number("select count(*) from parked_message where reason = 'NOT_STORABLE'"))
        .isEqualTo(1);
    assertThat(number("select next_offset from consumed_position")).isEqualTo(9);
    assertThat(number("select count(*) from booking_outcome")).isEqualTo(8);
  }

  @Test
  void process_oneThatFailsByAFaultOfOurs_parksOnlyThatOneAndRetriesNothingForEver()
      throws Exception {
    String odd = ids.account();
    execute("alter table account drop constraint account_kind_known");
    execute(
        "insert into account (id, home, kind, currency) values ('%s', 'eu', 'OF_A_LATER_VERSION', 'EUR')"
            .formatted(odd));
    List<Received> batch = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      batch.add(received(pay(i, i == 2 ? odd : payee, "2026-11-01T12:00:00Z")));
    }

    processor.process(batch);

    assertThat(counts()).containsExactly("applied 4", "parked 1");
    assertThat(texts("select reason from parked_message")).containsExactly("UNDECIDABLE");
    assertThat(number("select next_offset from consumed_position")).isEqualTo(5);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private Message pay(int number, String occurredAt) {
    return pay(number, payee, occurredAt);
  }

  private Message pay(int number, String to, String occurredAt) {
    Intent intent = new Intent("shop", "order-" + number, payer, to, 1, "EUR");
    Envelope envelope =
        new Envelope(
            "m-" + number,
            intent.businessKey("rk"),
            "rk",
            Instant.parse(occurredAt),
            "eu",
            1,
            null,
            null);
    return new Message(envelope, new Body.Pay("pay-" + number, intent));
  }

  private Received received(Message message) {
    Encoded encoded = CODEC.encode(message);
    List<Header> headers = new ArrayList<>();
    encoded.headers().forEach((name, value) -> headers.add(Header.of(name, value)));
    return new Received(
        "ledger-commands.eu",
        0,
        offset++,
        message.recordKey().getBytes(UTF_8),
        headers,
        encoded.payload());
  }

  private List<String> counts() throws SQLException {
    return texts(
        "select outcome || ' ' || sum(n) from delivery_count group by outcome order by outcome");
  }

  private long number(String sql) throws SQLException {
    return Long.parseLong(texts(sql).get(0));
  }

  private List<String> texts(String sql) throws SQLException {
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
