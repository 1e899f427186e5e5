package dev.meridian.ledger.booking;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.inbox.JdbcUnitOfWork;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.account.AccountStates;
import dev.meridian.ledger.account.ExternalTransfers;
import dev.meridian.ledger.account.HeldMoney;
import dev.meridian.ledger.account.Released;
import dev.meridian.ledger.account.StateChanged;
import dev.meridian.ledger.account.SuspenseRelease;
import dev.meridian.ledger.account.Transferred;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.outbox.HeaderCodec;
import dev.meridian.outbox.ResendSchedule;
import dev.meridian.stack.PostgresServer;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * One home region on a real database of its own; what it sends is taken from its outbox by hand.
 */
final class TestHome {
  static final String REGIONS = "cn=1,eu=2,us=3";
  private static final String ROLE = "ledger_app";
  private static final MessageCodec CODEC = new MessageCodec("/test");

  private static @Nullable String template;
  private static int copies;

  private final HomeRegion home;
  private final DataSource database;
  private final UnitOfWork unitOfWork;
  private final LedgerIds ids;
  private final Booking booking;
  private final ExternalTransfers transfers;
  private final AccountStates states;
  private final SuspenseRelease suspense;
  private final Connection connection;
  private final Connection looks;
  private final DataSource asOwner;

  private TestHome(HomeRegion home, PGSimpleDataSource database, DataSource asOwner)
      throws SQLException {
    this.home = home;
    this.asOwner = asOwner;
    this.database = database;
    this.unitOfWork = new JdbcUnitOfWork(KeptConnections.to(database));
    this.ids = new LedgerIds(home.region(), new InMemoryBlockStore());
    this.booking = new Booking(home, ids, ResendSchedule.DEFAULT, InstantSource.system());
    this.transfers = new ExternalTransfers(home.code(), ids::entry, InstantSource.system());
    this.states = new AccountStates(home.code(), ids::entry, InstantSource.system());
    this.suspense = new SuspenseRelease(home.code(), ids::entry, InstantSource.system());
    this.connection = database.getConnection();
    this.connection.setAutoCommit(false);
    this.looks = database.getConnection();
  }

  /** A message on its way. */
  record Sent(String topic, Message message) {
    Body body() {
      return message.body();
    }
  }

  static TestHome fresh(String region) throws SQLException {
    return fresh(region, "account");
  }

  /**
   * One that finds homes in another way.
   *
   * @param mode as in the configuration
   */
  static TestHome fresh(String region, String mode) throws SQLException {
    PostgresServer server = PostgresServer.shared();
    String name = copy(server, region);
    PGSimpleDataSource database = (PGSimpleDataSource) server.dataSource(name);
    // like the service itself: not as the tables' owner
    database.setUser(ROLE);
    database.setPassword(ROLE);
    return new TestHome(HomeRegion.of(region, REGIONS, mode), database, server.dataSource(name));
  }

  /** A copy of one that was migrated once: all these partitions take a while. */
  private static synchronized String copy(PostgresServer server, String region)
      throws SQLException {
    if (template == null) {
      template = migrated(server);
    }
    String name = template + "_" + region + "_" + ++copies; // unique as the template is
    try (Connection connection = server.dataSource("postgres").getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create database %s template %s".formatted(name, template));
    }
    return name;
  }

  private static String migrated(PostgresServer server) throws SQLException {
    String name = server.freshDatabase("ledger_template");
    server.createRole(ROLE);
    Flyway.configure()
        .dataSource(server.dataSource(name))
        .outOfOrder(true)
        .placeholders(Map.of("application-role", ROLE))
        .locations("db/ids", "db/outbox", "db/inbox", "db/ledger", "db/ledger-rights")
        .load()
        .migrate();
    return name;
  }

  HomeRegion home() {
    return home;
  }

  Booking booking() {
    return booking;
  }

  LedgerIds ids() {
    return ids;
  }

  UnitOfWork unitOfWork() {
    return unitOfWork;
  }

  DataSource database() {
    return database;
  }

  /** Books the commands as one batch in one transaction. */
  List<Disposition> book(Message... commands) throws SQLException {
    return book(Arrays.asList(commands));
  }

  List<Disposition> book(List<Message> commands) throws SQLException {
    try {
      List<Disposition> dispositions = booking.book(connection, commands);
      connection.commit();
      return dispositions;
    } catch (SQLException | RuntimeException e) {
      connection.rollback();
      throw e;
    }
  }

  /** What was sent since the last call, in the outbox's order. */
  List<Sent> take() throws SQLException {
    List<Sent> sent = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                with taken as (
                  update outbox set sent_at = now() where sent_at is null
                  returning seq, topic, headers, payload, attempt)
                select topic, headers, payload, attempt from taken order by seq
                """)) {
      while (row.next()) {
        sent.add(new Sent(row.getString(1), decoded(row)));
      }
    }
    connection.commit();
    return sent;
  }

  private static Message decoded(ResultSet row) throws SQLException {
    RecordHeaders headers = new RecordHeaders();
    HeaderCodec.decode(row.getBytes(2)).forEach(h -> headers.add(h.name(), h.value()));
    if (row.getInt(4) > 1) {
      headers.remove(MessageCodec.ATTEMPT);
      headers.add(MessageCodec.ATTEMPT, Integer.toString(row.getInt(4)).getBytes(UTF_8));
    }
    Decoded decoded = CODEC.decode(headers, row.getBytes(3));
    return ((Decoded.Valid) decoded).message();
  }

  /** The bodies of what was sent since the last call. */
  List<Body> takeBodies() throws SQLException {
    return take().stream().map(Sent::body).toList();
  }

  /** An open account with that much EUR on it. */
  String account(long balanceMinor) throws SQLException {
    return account("EUR", balanceMinor);
  }

  String account(String currency, long balanceMinor) throws SQLException {
    String id = ids.account();
    execute(
        "insert into account (id, home, kind, currency) values ('%s', '%s', 'CUSTOMER', '%s')"
            .formatted(id, home.code(), currency));
    if (balanceMinor > 0) {
      fund(id, "first-" + id, balanceMinor);
    }
    return id;
  }

  Transferred fund(String accountId, String reference, long amountMinor) throws SQLException {
    return transfer(ExternalTransfers.Direction.FUND, accountId, reference, amountMinor);
  }

  Transferred withdraw(String accountId, String reference, long amountMinor) throws SQLException {
    return transfer(ExternalTransfers.Direction.WITHDRAW, accountId, reference, amountMinor);
  }

  private Transferred transfer(
      ExternalTransfers.Direction direction, String accountId, String reference, long amountMinor)
      throws SQLException {
    return unitOfWork.inTransaction(
        c ->
            transfers.transfer(
                c, new ExternalTransfers.Request(direction, accountId, reference, amountMinor)));
  }

  StateChanged change(AccountStates.Request request) throws SQLException {
    return unitOfWork.inTransaction(c -> states.change(c, request));
  }

  /** The entry that put a payment's money into suspense; empty if none lies there. */
  String heldFor(String paymentId) throws SQLException {
    return unitOfWork.inTransaction(suspense::unreleased).stream()
        .filter(held -> paymentId.equals(held.paymentId()))
        .map(HeldMoney::entryId)
        .findAny()
        .orElse("");
  }

  Released release(String heldEntryId, String accountId) throws SQLException {
    SuspenseRelease.Request request =
        new SuspenseRelease.Request(heldEntryId, accountId, "ann", "test");
    return unitOfWork.inTransaction(c -> suspense.release(c, request));
  }

  List<Released> releaseTwiceAtOnce(String heldEntryId, String accountId) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Callable<Released> release = () -> release(heldEntryId, accountId);
      List<Released> released = new ArrayList<>();
      for (Future<Released> each : threads.invokeAll(List.of(release, release))) {
        released.add(each.get());
      }
      return released;
    } finally {
      threads.shutdownNow();
    }
  }

  void setState(String accountId, AccountState state) throws SQLException {
    execute("update account set state = '%s' where id = '%s'".formatted(state, accountId));
  }

  long balance(String accountId) throws SQLException {
    return number(
        "select coalesce((select balance_minor from account where id = '%s'), 0)"
            .formatted(accountId));
  }

  /** What is between this home and another one. */
  long clearing(String otherHome) throws SQLException {
    return number(
        "select coalesce(sum(balance_minor), 0) from account where id like 'clearing:%s:%%'"
            .formatted(otherHome));
  }

  long number(String sql) throws SQLException {
    try (Statement statement = looks.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  String text(String sql) throws SQLException {
    try (Statement statement = looks.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = looks.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Changes rows past all rights, triggers and foreign keys. */
  void damage(String... statements) throws SQLException {
    try (Connection owner = asOwner.getConnection();
        Statement statement = owner.createStatement()) {
      statement.execute("set session_replication_role = replica");
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** What the home's invariants say is broken; empty if nothing is (design section 12, 1 to 3). */
  List<String> broken() throws SQLException {
    List<String> broken = new ArrayList<>();
    look(
        broken,
        "booked twice",
        """
        select business_key from booking_outcome where outcome = 'BOOKED'
         group by kind, business_key having count(*) > 1
        """);
    look(
        broken,
        "entry not balanced",
        """
        select entry.id from entry left join posting on posting.entry_id = entry.id
         group by entry.id, currency
        having coalesce(sum(amount_minor), 1) <> 0 or count(*) < 2
        """);
    look(
        broken,
        "balance is not the sum of postings",
        """
        select id from account
         where balance_minor <>
               coalesce((select sum(amount_minor) from posting where account_id = account.id), 0)
        """);
    look(
        broken,
        "posting out of its account's order",
        """
        select account_id || ' number ' || number
          from (select account_id, number, balance_after_minor, booked_at,
                       row_number()      over of_account as place,
                       sum(amount_minor) over of_account as balance,
                       max(booked_at)    over of_account as latest
                  from posting
                window of_account as (partition by account_id order by number)) as ordered
         where number <> place or balance_after_minor <> balance or booked_at <> latest
        """);
    look(
        broken,
        "version is not the last posting's number",
        """
        select id from account
         where version <> (select count(*) from posting where account_id = account.id)
            or booked_at < (select max(booked_at) from posting where account_id = account.id)
        """);
    look(
        broken,
        "booked without an entry of its own",
        """
        select business_key from booking_outcome
         where outcome <> 'REFUSED'
           and (select count(*) from entry where entry.id = booking_outcome.entry_id) <> 1
        """);
    return broken;
  }

  private void look(List<String> broken, String what, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        broken.add(home.code() + ": " + what + ": " + row.getString(1));
      }
    }
    connection.commit();
  }
}
