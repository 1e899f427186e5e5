package dev.meridian.bench.ledger;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.ledger.booking.Booking;
import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Message;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A durable home region with accounts that have money, and payments between them. */
final class Home implements AutoCloseable {
  final PostgresServer postgres;
  final Booking booking;
  private final HomeRegion home = HomeRegion.of("eu", "cn=1,eu=2,us=3", "account");
  private final LedgerIds ids = new LedgerIds(home.region(), new InMemoryBlockStore());
  private final Traffic traffic = new Traffic(ids);

  Home() throws IOException, SQLException {
    postgres =
        PostgresServer.builder()
            .name("bench")
            .dataFolder(Files.createTempDirectory("ledger-bench").resolve("postgres"))
            .durable(true)
            .setting("shared_buffers", "512MB")
            .setting("max_wal_size", "3GB")
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
    traffic.openAccounts(database("ledger"));
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

  List<Message> payments(int count, double toOne) {
    return traffic.payments(count, toOne);
  }

  @Override
  public void close() {
    ids.close();
    postgres.stop();
  }
}
