package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.stack.PostgresServer;
import java.sql.SQLException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StartCheckIT {

  private static final String REGIONS = "cn=1,eu=2,us=3";
  private static final String KINDS = "pay=consumer,cmd=consumer,acc=ledger";

  private static final DataSource DATABASE = TestDatabase.fresh();

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    forgetAll();
  }

  private static void forgetAll() throws SQLException {
    TestDatabase.update(
        DATABASE, "TRUNCATE id_block, id_lease, id_raise, id_database, id_region, id_kind");
  }

  private StartCheck check(String regions, String kinds, String name) {
    return new StartCheck(DATABASE, RegionRegistry.parse(regions), KindOwners.parse(kinds), name);
  }

  private void assertRefused(StartCheck check, String sentence) {
    assertThatThrownBy(check::run)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith("ids can't be given out: ")
        .hasMessageContaining(sentence);
  }

  private void lease(String kind) {
    new PostgresBlockStore(DATABASE, "n")
        .lease(new IdKind(kind), new Region("eu", 2), 10, BlockStore.NOTHING);
  }

  /** As versions did that didn't look at owners. */
  private void leaseInAWrongPlace(String kind) throws SQLException {
    String owner =
        TestDatabase.text(DATABASE, "SELECT owner FROM id_kind WHERE kind = '" + kind + "'");
    setOwner(kind, TestDatabase.text(DATABASE, "SELECT name FROM id_database"));
    lease(kind);
    setOwner(kind, owner);
  }

  private void setOwner(String kind, String owner) throws SQLException {
    TestDatabase.update(
        DATABASE, "UPDATE id_kind SET owner = '%s' WHERE kind = '%s'".formatted(owner, kind));
  }

  /** Another instance with another configuration has started since, before the first lease. */
  @Test
  void lease_whatAnotherStartRemembersOtherwise_isRefused() {
    check(REGIONS, KINDS, "consumer").run();
    check(REGIONS, KINDS, "ledger").run();
    assertThatThrownBy(() -> lease("pay"))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("this database is remembered as ledger, and the kind as consumer's");

    check("cn=1,us=3", KINDS, "consumer").run();
    assertThatThrownBy(() -> lease("pay"))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("this database, consumer, remembers no region eu");

    check(REGIONS, KINDS, "consumer").run();
    assertThatCode(() -> lease("pay")).doesNotThrowAnyException();
  }

  @Test
  void run_againAndWithMoreRegionsAndKinds_passes() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertThatCode(check(REGIONS, KINDS, "consumer")::run).doesNotThrowAnyException();
    assertThatCode(check(REGIONS + ",jp=4", KINDS + ",ent=ledger", "consumer")::run)
        .doesNotThrowAnyException();
  }

  /** What was mistyped locks nobody out while no id carries it. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cn=1,eu=7,us=3 | pay=consumer,cmd=consumer,acc=ledger | consumer",
        "cn=1,ue=2,us=3 | pay=consumer,cmd=consumer,acc=ledger | consumer",
        "cn=1,eu=3,us=2 | pay=consumer,cmd=consumer,acc=ledger | consumer",
        "cn=1,eu=2,us=3 | pay=consumer,cmd=consmer,acc=ledger  | consumer",
        "cn=1,eu=2,us=3 | pay=consumer,cmd=ledger,acc=consumer | consumer",
        "cn=1,eu=2,us=3 | pay=consmer,cmd=consmer,acc=ledger   | consmer",
        "cn=1,eu=2,us=3 | pay=consumer,cmd=consumer,acc=ledger | ledger",
      })
  void run_mistypedBeforeTheFirstLease_isReplacedByTheNextStart(
      String regions, String kinds, String name) throws SQLException {
    check(regions, kinds, name).run();

    check(REGIONS, KINDS, "consumer").run();

    lease("pay");
    assertThat(remembered())
        .isEqualTo("consumer|cn=1,eu=2,us=3|acc=ledger,cmd=consumer,pay=consumer");
    assertThatCode(check(REGIONS, KINDS, "consumer")::run).doesNotThrowAnyException();
  }

  private String remembered() throws SQLException {
    return TestDatabase.text(
        DATABASE,
        """
        SELECT (SELECT name FROM id_database),
               (SELECT string_agg(code || '=' || number, ',' ORDER BY number) FROM id_region),
               (SELECT string_agg(kind || '=' || owner, ',' ORDER BY kind) FROM id_kind)
        """);
  }

  @Test
  void run_databaseNameThatNoKindHas_isRefusedAndRemembersNothing() throws SQLException {
    assertRefused(
        check(REGIONS, KINDS, "consmer"),
        "no kind belongs to a database called \"consmer\", the registry of kinds says acc=ledger,cmd=consumer,pay=consumer; call it as the registry does, or give it a kind there");

    assertThat(TestDatabase.text(DATABASE, "SELECT count(*) FROM id_database")).isEqualTo("0");
  }

  /** Whoever leases first decides; the other configuration gives out nothing. */
  @Test
  void run_twoConfigurationsAtOnceOnAFreshDatabase_oneNumberLeases() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    for (int round = 0; round < Rounds.of(10, 100); round++) {
      forgetAll();
      CyclicBarrier start = new CyclicBarrier(2);

      Future<Boolean> right = pool.submit(() -> startsAndLeases(start, "pay", 2));
      Future<Boolean> wrong = pool.submit(() -> startsAndLeases(start, "cmd", 7));

      assertThat(right.get() || wrong.get()).isTrue();
      assertThat(
              TestDatabase.text(
                  DATABASE,
                  """
                  SELECT count(DISTINCT region_number),
                         bool_and(region_number = (SELECT number FROM id_region WHERE code = 'eu'))
                    FROM id_block
                  """))
          .isEqualTo("1|t");
    }
    pool.shutdown();
  }

  private boolean startsAndLeases(CyclicBarrier start, String kind, int number) throws Exception {
    start.await();
    try {
      check("eu=" + number, KINDS, "consumer").run();
      new PostgresBlockStore(DATABASE, "n")
          .lease(new IdKind(kind), new Region("eu", number), 10, BlockStore.NOTHING);
      return true;
    } catch (StartRefusedException | LeaseRefusedException refused) {
      return false;
    }
  }

  /** The README says what to do when what is remembered is itself wrong. */
  @Test
  void readmeStatements_afterIdsWereLeasedUnderMistypedNames_letTheRightOnesStart()
      throws Exception {
    check("eu=2,jp=5", "inv=invoics,acc=ledgr,pay=consumer", "invoics").run();
    lease("inv");
    leaseInAWrongPlace("pay");
    StartCheck right = check("eu=2,jp=4", "inv=invoices,acc=ledger,pay=consumer", "invoices");
    assertThatThrownBy(right::run)
        .hasMessageContaining("it remembers being invoics: connect to the right one")
        .hasMessageContaining("the registry gives number 4 to region jp, the database remembers 5")
        .hasMessageContaining("kind inv to database invoices, this database remembers invoics's")
        .hasMessageContaining("kind acc to database ledger, this database remembers ledgr's")
        .hasMessageContaining("kind pay was leased in this database")
        .hasMessageContaining("see \"When a start is refused\" in the README of id-generator");

    TestDatabase.update(DATABASE, Readme.block("sql", 1));

    assertThatCode(right::run).doesNotThrowAnyException();
  }

  @Test
  void run_withoutV1003_isRefusedBeforeTheFirstLease() {
    PostgresServer server = PostgresServer.shared();
    DataSource older = server.dataSource(server.freshDatabase("older"));
    TestDatabase.migrateTo(older, "1002");

    assertRefused(
        new StartCheck(older, RegionRegistry.parse(REGIONS), KindOwners.parse(KINDS), "consumer"),
        "run those that are missing");
  }

  @Test
  void run_withoutMigrations_saysWhichIsMissingAndWhereItIs() {
    PostgresServer server = PostgresServer.shared();
    DataSource empty = server.dataSource(server.freshDatabase("empty"));
    StartCheck check =
        new StartCheck(empty, RegionRegistry.parse(REGIONS), KindOwners.parse(KINDS), "consumer");

    assertRefused(
        check,
        "the table id_block is not in the search path (\"$user\", public): run the migration V1001__create_id_block.sql, which is at db/ids in id-generator's jar");
    TestDatabase.migrateTo(empty, "1001");
    assertRefused(
        check,
        "the table id_database is not in the search path (\"$user\", public): run the migration V1002__remember_registry_and_raise.sql");
  }

  @Test
  void run_regionRenumbered_isRefused() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertRefused(
        check("cn=1,eu=7,us=3", KINDS, "consumer"),
        "the registry gives number 7 to region eu, the database remembers 2; a region keeps its number for good, set it back");
  }

  @Test
  void run_numberOfARegionThatWasRemoved_isRefusedForAnotherOne() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertRefused(
        check("cn=1,eu=2,mx=3", KINDS, "consumer"),
        "the registry gives number 3 to region mx, the database remembers it as us's; give mx a number never used before");
  }

  @Test
  void run_severalFaults_namesAllAndRemembersNothing() throws SQLException {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertThatThrownBy(check("cn=2,eu=1,us=3,jp=4", KINDS, "consumer")::run)
        .hasMessageContaining("region cn")
        .hasMessageContaining("region eu");
    assertThat(TestDatabase.text(DATABASE, "SELECT count(*) FROM id_region")).isEqualTo("3");
  }

  @Test
  void run_regionLeasedBeforeTheRegistryWasRemembered_isRefusedIfRenumbered() throws SQLException {
    lease("pay");
    TestDatabase.update(
        DATABASE,
        "INSERT INTO id_region (code, number) SELECT DISTINCT region, region_number FROM id_block");

    assertRefused(check("eu=5", KINDS, "consumer"), "the database remembers 2");
  }

  @Test
  void run_anothersDatabase_isRefused() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertRefused(
        check(REGIONS, KINDS, "ledger"),
        "the configuration calls this database ledger, it remembers being consumer: connect to the right one");
  }

  @Test
  void run_kindThatChangedItsOwner_isRefused() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertRefused(
        check(REGIONS, KINDS.replace("acc=ledger", "acc=consumer"), "consumer"),
        "the registry gives kind acc to database consumer, this database remembers ledger's; a kind keeps its owner for good, set it back");
  }

  @Test
  void run_foreignKindLeasedHere_isRefused() {
    lease("acc");

    assertRefused(
        check(REGIONS, KINDS, "consumer"),
        "kind acc was leased in this database, consumer, but the registry gives it to database ledger; set it back");
    lease("zzz");
    assertRefused(check(REGIONS, KINDS, "consumer"), "but the registry gives it to nobody");
  }

  @Test
  void run_rememberedTimelineAboveTheServers_isRefused() throws SQLException {
    lease("pay");
    TestDatabase.update(DATABASE, "UPDATE id_block SET timeline = 3");

    assertRefused(
        check(REGIONS, KINDS, "consumer"),
        "pay-eu ids: the row was last used on timeline 3, this server is on 1: it was left behind by a promotion. Connect to the current primary; if this one shall stay: see \"After an upgrade or a restore\"");
  }

  @Test
  void run_anotherSystemIdentifier_isRefusedUntilTheEpochIsRaised() throws SQLException {
    lease("pay");
    TestDatabase.update(DATABASE, "UPDATE id_block SET system_identifier = 42");
    StartCheck check = check(REGIONS, KINDS, "consumer");
    assertRefused(
        check, "pay-eu ids: the row was last used on the server with system identifier 42");

    String raised =
        TestDatabase.text(
            DATABASE,
            "SELECT raised_region, raised_kind, epoch_before, epoch FROM id_raise_epoch(10)");

    assertThat(raised).isEqualTo("eu|pay|4|12");
    assertThatCode(check::run).doesNotThrowAnyException();
    assertThat(TestDatabase.text(DATABASE, "SELECT region, kind, epoch, by FROM id_raise"))
        .isEqualTo("eu|pay|12|postgres");
  }

  @Test
  void raise_byHandOnTheSameServer_takesOneStepThreeTimesAndThenANewOffset() throws SQLException {
    lease("pay");
    for (int epoch : new int[] {5, 6, 7, 8, 9}) {
      assertThat(TestDatabase.text(DATABASE, "SELECT epoch FROM id_raise_epoch()"))
          .isEqualTo(Integer.toString(epoch));
      Block block =
          new PostgresBlockStore(DATABASE, "n")
              .lease(new IdKind("pay"), new Region("eu", 2), 10, BlockStore.NOTHING);
      assertThat(block.epoch()).isEqualTo(epoch);
      assertThat(block.firstSequence()).isZero();
    }
  }

  @Test
  void run_databaseAway_saysSo() {
    StartCheck check =
        new StartCheck(
            PostgresServer.shared().dataSource("no_such_database"),
            RegionRegistry.parse(REGIONS),
            KindOwners.parse(KINDS),
            "consumer");

    assertThatThrownBy(check::run)
        .isInstanceOf(LeaseException.class)
        .hasMessageContaining("the database consumer can't be asked what it remembers of ids");
  }
}
