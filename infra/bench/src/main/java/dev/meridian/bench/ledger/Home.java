package dev.meridian.bench.ledger;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.ledger.booking.Booking;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A durable home region with accounts that have money, and payments between them. */
final class Home implements AutoCloseable {
  private static final int ACCOUNTS = 20_000;
  private static final Instant OCCURRED = Instant.parse("2026-11-01T12:00:00Z");

  final PostgresServer postgres;
  final Booking booking;
  private final HomeRegion home = HomeRegion.of("eu", "cn=1,eu=2,us=3", "account");
  private final LedgerIds ids = new LedgerIds(home.region(), new InMemoryBlockStore());
  private final List<String> accounts = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private long payments;

  Home() throws IOException, SQLException {
    postgres =
        PostgresServer.builder()
            .name("bench")
            .dataFolder(Files.createTempDirectory("ledger-bench").resolve("postgres"))
            .durable(true)
            .setting("shared_buffers", "512MB")
            .setting("max_wal_size", "4GB")
            .build();
    postgres.start();
    postgres.createDatabase("ledger");
    Flyway.configure()
        .dataSource(postgres.dataSource("ledger"))
        .outOfOrder(true)
        .placeholders(Map.of("application-role", postgres.user()))
        .locations("db/ids", "db/outbox", "db/inbox", "db/ledger", "db/ledger-rights")
        .load()
        .migrate();
    booking = new Booking(home, ids, ResendSchedule.DEFAULT, InstantSource.system());
    openAccounts();
  }

  /** With money from outside, by one entry each. */
  private void openAccounts() throws SQLException {
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts.add(ids.account());
    }
    try (Connection connection = database("ledger").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "insert into account (id, home, kind, currency) select id, 'eu', 'CUSTOMER', 'EUR' from unnest(array['"
              + String.join("','", accounts)
              + "']) as id");
      statement.execute("update account set balance_minor = 1000000000000");
      statement.execute("vacuum analyze");
    }
  }

  /** As this one is now; nobody may be connected to it. */
  void copy(String name) throws SQLException {
    try (Connection connection = database("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + name + " template ledger");
    }
  }

  DataSource database(String name) {
    return postgres.dataSource(name);
  }

  /**
   * New payments between accounts of this home.
   *
   * @param toOne which part of them goes to one merchant
   */
  List<Message> payments(int count, double toOne) {
    List<Message> commands = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int payer = 1 + random.nextInt(ACCOUNTS - 1);
      int other = 1 + random.nextInt(ACCOUNTS - 1);
      int payee = random.nextDouble() < toOne ? 0 : other == payer ? 0 : other;
      commands.add(pay(accounts.get(payer), accounts.get(payee)));
    }
    return commands;
  }

  private Message pay(String payer, String payee) {
    long number = ++payments;
    Intent intent = new Intent("shop", "order-" + number, payer, payee, 1 + number % 100, "EUR");
    Envelope envelope =
        new Envelope(
            "cmd-eu-" + number, intent.businessKey("rk"), "rk", OCCURRED, "eu", 1, null, "account");
    return new Message(envelope, new Body.Pay("pay-eu-" + number, intent));
  }

  @Override
  public void close() {
    ids.close();
    postgres.stop();
  }
}
