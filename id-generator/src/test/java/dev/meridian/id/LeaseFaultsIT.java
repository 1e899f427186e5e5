package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.meridian.stack.Link;
import dev.meridian.stack.PostgresServer;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** What a lease does when connections, pools and schemas fail it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeaseFaultsIT {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final Duration SOON = Duration.ofMillis(200);

  private final PostgresServer server = PostgresServer.shared();
  private final String name = server.freshDatabase("faults");
  private final DataSource database = server.dataSource(name);

  private static Block lease(DataSource dataSource) {
    return new PostgresBlockStore(dataSource, "n").lease(PAY, EU, 10, BlockStore.NOTHING);
  }

  private static IdGenerator generator(BlockStore store) {
    return new IdGenerator(
        PAY,
        EU,
        store,
        LeaseSettings.DEFAULT.withBlocksOf(10).withWaitAtMost(Duration.ofSeconds(50)));
  }

  /** As after a failover without a word: the pool's connection is open and nobody is there. */
  @Test
  void next_connectionNeverAnswers_isGivenUpAndAnotherOneLeases() throws Exception {
    TestDatabase.migrate(database);
    try (Link link = new Link("faults", Duration.ZERO)) {
      link.target(server.port());
      StickyPool pool = new StickyPool(through(link));
      IdGenerator generator = generator(new PostgresBlockStore(pool, "n", 0, SOON));
      long last = generator.next(5).lastValue();
      await().until(() -> pool.idle() == 1);

      link.cut();
      pool.failOverTo(database);

      for (int i = 0; i < 30; i++) {
        long id = generator.next();
        assertThat(id).isGreaterThan(last);
        last = id;
      }
      assertThat(pool.opened()).as("the silent connection is not used again").isEqualTo(2);
      generator.close();
    }
  }

  @Test
  void lease_connectionNeverAnswers_throwsWithinTheConfiguredTime() throws Exception {
    TestDatabase.migrate(database);
    try (Link link = new Link("faults", Duration.ZERO)) {
      link.target(server.port());
      StickyPool pool = new StickyPool(through(link));
      BlockStore store = new PostgresBlockStore(pool, "n", 0, SOON);
      Block first = store.lease(PAY, EU, 10, BlockStore.NOTHING);
      link.cut();

      assertThatThrownBy(() -> store.lease(PAY, EU, 10, first.lastValue()))
          .isInstanceOf(LeaseException.class)
          .isNotInstanceOf(LeaseRefusedException.class)
          .hasMessageStartingWith("no block of pay ids for eu could be leased: ")
          .hasCauseInstanceOf(SQLException.class);

      assertThat(pool.idle()).isZero();
    }
  }

  private DataSource through(Link link) {
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL("jdbc:postgresql://127.0.0.1:" + link.port() + "/" + name);
    source.setUser(server.user());
    source.setPassword(server.password());
    return source;
  }

  @Test
  void answerWithin_outOfRange_isRefusedWithASentence() {
    for (Duration wrong :
        new Duration[] {
          Duration.ZERO, Duration.ofNanos(1), Duration.ofMillis(-5), Duration.ofDays(1)
        }) {
      assertThatThrownBy(() -> new PostgresBlockStore(database, "n", 0, wrong))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("an answer within %s is not 1 ms to an hour; take a second or two", wrong);
    }
    assertThatThrownBy(() -> new PostgresBlockStore(database, " "))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("node \" \" is no name; take the host's or the pod's");
  }

  /** A pool that is being closed, or set up wrongly, throws what JDBC doesn't know. */
  @Test
  void next_dataSourceThrowsARuntimeException_isTriedAgain() {
    TestDatabase.migrate(database);
    AtomicInteger asked = new AtomicInteger();
    DataSource shaky =
        dataSource(
            () -> {
              if (asked.incrementAndGet() <= 3) {
                throw new IllegalStateException("the pool is not ready");
              }
              return database;
            });
    assertThatThrownBy(() -> lease(shaky))
        .isInstanceOf(LeaseException.class)
        .isNotInstanceOf(LeaseRefusedException.class)
        .hasMessage("no block of pay ids for eu could be leased: the pool is not ready")
        .hasCauseInstanceOf(IllegalStateException.class);

    IdGenerator generator = generator(new PostgresBlockStore(shaky, "n"));

    assertThat(generator.next()).isPositive();
    assertThat(asked).hasValueGreaterThan(3);
    generator.close();
  }

  @Test
  void run_dataSourceThrowsARuntimeException_isALeaseException() {
    DataSource closed =
        dataSource(
            () -> {
              throw new IllegalStateException("the pool is closed");
            });
    StartCheck check =
        new StartCheck(
            closed, RegionRegistry.parse("eu=2"), KindOwners.parse("pay=consumer"), "consumer");

    assertThatThrownBy(check::run)
        .isInstanceOf(LeaseException.class)
        .hasMessage(
            "the database consumer can't be asked what it remembers of ids: the pool is closed");
  }

  private interface Target {
    DataSource now();
  }

  private static DataSource dataSource(Target target) {
    return (DataSource)
        Proxy.newProxyInstance(
            LeaseFaultsIT.class.getClassLoader(),
            new Class<?>[] {DataSource.class},
            (proxy, method, arguments) -> target.now().getConnection());
  }

  @Test
  void lease_withoutMigrations_isRefusedAndSaysWhichIsMissing() {
    assertThatThrownBy(() -> lease(database))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessage(
            "no block of pay ids for eu was leased: the table id_block is not in the search path (\"$user\", public): run the migration V1001__create_id_block.sql, which is at db/ids in id-generator's jar (a location for Flyway), or name the schema that holds it")
        .hasCauseInstanceOf(SQLException.class);
    TestDatabase.migrateTo(database, "1001");
    assertThatThrownBy(() -> lease(database))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("run the migration V1002__remember_registry_and_raise.sql");
    TestDatabase.migrateTo(database, "1002");
    assertThatThrownBy(() -> lease(database))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining(
            "column \"leases\" of relation \"id_block\" does not exist: the tables id_* are not those of the migrations at db/ids in id-generator's jar (a location for Flyway), run those that are missing");
  }

  @Test
  void lease_tablesOfAnotherVersion_isRefusedAndSaysSo() throws SQLException {
    TestDatabase.migrate(database);
    TestDatabase.update(database, "ALTER TABLE id_block DROP COLUMN epoch");

    assertThatThrownBy(() -> lease(database))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("column \"epoch\" does not exist: the tables id_* are not those of");
  }

  @Test
  void lease_withoutRights_isRefusedAndSaysWhichAreMissing() {
    TestDatabase.migrate(database);
    server.createRole("without_rights");
    PGSimpleDataSource source = new PGSimpleDataSource();
    source.setURL(server.jdbcUrl(name));
    source.setUser("without_rights");
    source.setPassword("without_rights");

    assertThatThrownBy(() -> lease(source))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining(
            "grant SELECT, INSERT, UPDATE and DELETE on the tables id_* to without_rights");
  }
}
