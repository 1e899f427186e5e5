package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.stack.PostgresServer;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class StartCheckIT {

  private static final String REGIONS = "cn=1,eu=2,us=3";
  private static final String KINDS = "pay=consumer,cmd=consumer,acc=ledger";

  private final DataSource database = TestDatabase.fresh();

  private StartCheck check(String regions, String kinds, String name) {
    return new StartCheck(database, RegionRegistry.parse(regions), KindOwners.parse(kinds), name);
  }

  private void assertRefused(StartCheck check, String sentence) {
    assertThatThrownBy(check::run)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageStartingWith("ids can't be given out: ")
        .hasMessageContaining(sentence);
  }

  private void lease(String kind) {
    new PostgresBlockStore(database, "n")
        .lease(new IdKind(kind), new Region("eu", 2), 10, BlockStore.NOTHING);
  }

  @Test
  void run_againAndWithMoreRegionsAndKinds_passes() {
    check(REGIONS, KINDS, "consumer").run();
    lease("pay");

    assertThatCode(check(REGIONS, KINDS, "consumer")::run).doesNotThrowAnyException();
    assertThatCode(check(REGIONS + ",jp=4", KINDS + ",ent=ledger", "consumer")::run)
        .doesNotThrowAnyException();
  }

  @Test
  void run_regionRenumbered_isRefused() {
    check(REGIONS, KINDS, "consumer").run();

    assertRefused(
        check("cn=1,eu=7,us=3", KINDS, "consumer"),
        "the registry gives number 7 to region eu, the database remembers 2; a region keeps its number for good, set it back");
  }

  @Test
  void run_numberOfARegionThatWasRemoved_isRefusedForAnotherOne() {
    check(REGIONS, KINDS, "consumer").run();

    assertRefused(
        check("cn=1,eu=2,mx=3", KINDS, "consumer"),
        "the registry gives number 3 to region mx, the database remembers it as us's; give mx a number never used before");
  }

  @Test
  void run_severalFaults_namesAllAndRemembersNothing() throws SQLException {
    check(REGIONS, KINDS, "consumer").run();

    assertThatThrownBy(check("cn=2,eu=1,us=3,jp=4", KINDS, "consumer")::run)
        .hasMessageContaining("region cn")
        .hasMessageContaining("region eu");
    assertThat(TestDatabase.text(database, "SELECT count(*) FROM id_region")).isEqualTo("3");
  }

  @Test
  void run_regionLeasedBeforeTheRegistryWasRemembered_isRefusedIfRenumbered() throws SQLException {
    lease("pay");
    TestDatabase.update(
        database,
        "INSERT INTO id_region (code, number) SELECT DISTINCT region, region_number FROM id_block");

    assertRefused(check("eu=5", KINDS, "consumer"), "the database remembers 2");
  }

  @Test
  void run_anothersDatabase_isRefused() {
    check(REGIONS, KINDS, "consumer").run();

    assertRefused(
        check(REGIONS, KINDS, "ledger"),
        "the configuration calls this database ledger, it remembers being consumer: connect to the right one");
  }

  @Test
  void run_kindThatChangedItsOwner_isRefused() {
    check(REGIONS, KINDS, "consumer").run();

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
    TestDatabase.update(database, "UPDATE id_block SET timeline = 3");

    assertRefused(
        check(REGIONS, KINDS, "consumer"),
        "pay-eu ids: the row was last used on timeline 3, this server is on 1: it was left behind by a promotion. Connect to the current primary; if this one shall stay: see \"After an upgrade or a restore\"");
  }

  @Test
  void run_anotherSystemIdentifier_isRefusedUntilTheEpochIsRaised() throws SQLException {
    lease("pay");
    TestDatabase.update(database, "UPDATE id_block SET system_identifier = 42");
    StartCheck check = check(REGIONS, KINDS, "consumer");
    assertRefused(
        check, "pay-eu ids: the row was last used on the server with system identifier 42");

    String raised =
        TestDatabase.text(
            database,
            "SELECT raised_region, raised_kind, epoch_before, epoch FROM id_raise_epoch(10)");

    assertThat(raised).isEqualTo("eu|pay|4|12");
    assertThatCode(check::run).doesNotThrowAnyException();
    assertThat(TestDatabase.text(database, "SELECT region, kind, epoch, by FROM id_raise"))
        .isEqualTo("eu|pay|12|postgres");
  }

  @Test
  void raise_byHandOnTheSameServer_takesOneStepThreeTimesAndThenANewOffset() throws SQLException {
    lease("pay");
    for (int epoch : new int[] {5, 6, 7, 8, 9}) {
      assertThat(TestDatabase.text(database, "SELECT epoch FROM id_raise_epoch()"))
          .isEqualTo(Integer.toString(epoch));
      Block block =
          new PostgresBlockStore(database, "n")
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
