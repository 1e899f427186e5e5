package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.stack.PostgresServer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostgresBlockStoreIT extends BlockStoreContract {

  private static final DataSource DATABASE = TestDatabase.fresh();

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    update("TRUNCATE id_block, id_lease, id_raise, id_region");
  }

  @Override
  BlockStore store() {
    return new PostgresBlockStore(DATABASE, "node-of-test");
  }

  private IdGenerator generator(int blockSize) {
    return new IdGenerator(PAY, EU, store(), LeaseSettings.DEFAULT.withBlocksOf(blockSize));
  }

  @Test
  void epoch_ofTheFirstLease_isFourTimesTheTimeline() throws SQLException {
    Block block = store().lease(PAY, EU, 10, BlockStore.NOTHING);

    assertThat(block.epoch()).isEqualTo(4);
    assertThat(block.firstSequence()).isZero();
    assertThat(
            text("SELECT timeline, epoch_offset, epoch_raise, epoch, next_sequence FROM id_block"))
        .isEqualTo("1|0|0|4|10");
  }

  @Test
  void lease_each_isLoggedWithNodeAndTime() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    store().lease(PAY, EU, 5, BlockStore.NOTHING);

    assertThat(
            text(
                """
                SELECT string_agg(concat_ws(' ', region, kind, epoch, first, last, node), ', ' ORDER BY first)
                  FROM id_lease WHERE at BETWEEN now() - interval '1 minute' AND now()
                """))
        .isEqualTo("eu pay 4 0 9 node-of-test, eu pay 4 10 14 node-of-test");
  }

  @Test
  void next_twoGeneratorsWithManyThreadsRacing_noIdTwice() throws Exception {
    int threads = 8;
    int draws = Rounds.of(500, 10_000);
    List<IdGenerator> generators = List.of(generator(100), generator(100));
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<long[]>> drawn = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      IdGenerator generator = generators.get(t % 2);
      drawn.add(pool.submit(() -> LongStream.generate(generator::next).limit(draws).toArray()));
    }

    long[] all = {};
    for (Future<long[]> future : drawn) {
      long[] mine = future.get();
      assertThat(mine).isSorted();
      all = LongStream.concat(Arrays.stream(all), Arrays.stream(mine)).toArray();
    }
    pool.shutdown();

    assertThat(Arrays.stream(all).distinct().count()).isEqualTo((long) threads * draws);
    assertThat(overlappingLeases()).isEqualTo("0");
  }

  @Test
  void next_afterACrash_losesTheRestOfTheBlockAndReusesNothing() throws SQLException {
    RegionId last =
        RegionId.of(
            PAY, EU, LongStream.generate(generator(100)::next).skip(41).findFirst().getAsLong());

    // nothing tells the store that the process is gone; the next one leases as it would
    RegionId next = generator(100).nextId();

    assertThat(last.sequence()).isEqualTo(41);
    assertThat(next.sequence()).isEqualTo(100);
    assertThat(overlappingLeases()).isEqualTo("0");
  }

  @Test
  void lease_whenTheTransactionIsCutBeforeCommit_leavesNoTrace() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("UPDATE id_block SET next_sequence = 90");

    // behind what the caller had: rolled back, three connections discarded
    assertThatThrownBy(() -> store().lease(PAY, EU, 10, IdLayout.compose(2, 4, 100)))
        .isInstanceOf(LeaseException.class)
        .isNotInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("3 connections reached a database whose pay ids of eu are behind");

    assertThat(text("SELECT next_sequence FROM id_block")).isEqualTo("90");
    assertThat(text("SELECT count(*) FROM id_lease")).isEqualTo("1");
  }

  @Test
  void lease_timelineBelowTheRemembered_isRefusedWithTheWayOut() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("UPDATE id_block SET timeline = 2");

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("no block of pay ids for eu was leased")
        .hasMessageContaining("last used on timeline 2, this server is on 1")
        .hasMessageContaining("Connect to the current primary")
        .hasMessageContaining("README of id-generator");
    assertThat(text("SELECT next_sequence FROM id_block")).isEqualTo("10");
  }

  @Test
  void lease_anotherSystemIdentifier_isRefusedWithTheWayOut() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("UPDATE id_block SET system_identifier = 42");

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("last used on the server with system identifier 42, this one is ")
        .hasMessageContaining("After an upgrade or a restore");
  }

  @Test
  void lease_regionRenumbered_isRefused() {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);

    assertThatThrownBy(() -> store().lease(PAY, new Region("eu", 7), 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining(
            "the registry says eu=7, the database remembers eu=2; a region keeps its number for good");
  }

  @Test
  void lease_onAHigherTimelineThanRemembered_hasAHigherEpoch() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("UPDATE id_block SET timeline = 0"); // as if this server had been promoted since
    assertThat(text("SELECT epoch FROM id_block")).isEqualTo("0");

    Block block = store().lease(PAY, EU, 10, BlockStore.NOTHING);

    assertThat(block.epoch()).isEqualTo(4);
    assertThat(text("SELECT timeline, epoch FROM id_block")).isEqualTo("1|4");
  }

  @Test
  void lease_withMinEpoch_isNeverBelowItAndRemembersIt() throws SQLException {
    Block block = new PostgresBlockStore(DATABASE, "n", 101).lease(PAY, EU, 10, -1);

    assertThat(block.epoch()).isGreaterThanOrEqualTo(101).isEqualTo((1 + 26) * 4);
    assertThat(store().lease(PAY, EU, 10, block.lastValue()).epoch()).isEqualTo(block.epoch());
    assertThat(new PostgresBlockStore(DATABASE, "n", 200).lease(PAY, EU, 10, -1).epoch())
        .isGreaterThanOrEqualTo(200);
  }

  @Test
  void minEpoch_upToTheGreatest_leasesAndAboveItIsRefusedAtOnce() {
    int greatest = PostgresBlockStore.GREATEST_MIN_EPOCH;

    Block block = new PostgresBlockStore(DATABASE, "n", greatest).lease(PAY, EU, 10, -1);

    assertThat(greatest).isEqualTo(16_376);
    assertThat(block.epoch()).isBetween(greatest, IdLayout.MAX_EPOCH);
    for (int minEpoch : new int[] {Integer.MIN_VALUE, -1, greatest + 1, Integer.MAX_VALUE}) {
      assertThatThrownBy(() -> new PostgresBlockStore(DATABASE, "n", minEpoch))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "min-epoch %d is not 0 to 16376; set it just above the highest epoch ever used",
              minEpoch);
    }
  }

  @Test
  void lease_noEpochLeft_isRefusedWithTheWayOut() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("UPDATE id_block SET timeline = 0, epoch_offset = 4095"); // as if promoted since

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining(
            "this server's timeline 1 with the offset 4095 has no epoch of 14 bits left. Give out further ids under a new region's code and number");
  }

  @ParameterizedTest
  @CsvSource({"eu, 5", "mx, 2"})
  void lease_numberIsRememberedOtherwise_isRefused(String code, int number) throws SQLException {
    update("INSERT INTO id_region (code, number) VALUES ('%s', %d)".formatted(code, number));

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining(
            "the registry says eu=2, the database remembers %s=%d; a region keeps its number for good, set it back",
            code, number);
    assertThat(text("SELECT count(*) FROM id_block")).isEqualTo("0");
  }

  @Test
  void number_ofEachLease_risesAsTheyFollowOneAnotherWhateverTheClockSays() throws SQLException {
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("ALTER TABLE id_lease ALTER COLUMN at SET DEFAULT clock_timestamp() - interval '1 h'");
    store().lease(PAY, EU, 10, BlockStore.NOTHING);
    update("ALTER TABLE id_lease ALTER COLUMN at SET DEFAULT clock_timestamp()");

    assertThat(
            text(
                "SELECT array_agg(first ORDER BY number), array_agg(first ORDER BY at) FROM id_lease"))
        .isEqualTo("{0,10}|{10,0}");
  }

  @Test
  void lease_sequencesUsedUp_raisesTheEpochThreeTimesAndThenRefuses() throws SQLException {
    long last = store().lease(PAY, EU, 10, BlockStore.NOTHING).lastValue();
    for (int raise = 1; raise <= 3; raise++) {
      update("UPDATE id_block SET next_sequence = (1::bigint << 41) - 10");
      Block end = store().lease(PAY, EU, 10, last);
      assertThat(end.firstSequence() + end.size()).isEqualTo(IdLayout.SEQUENCES);

      Block block = store().lease(PAY, EU, 10, end.lastValue());

      assertThat(block.epoch()).isEqualTo(4 + raise);
      assertThat(block.firstSequence()).isZero();
      last = block.lastValue();
    }
    update("UPDATE id_block SET next_sequence = (1::bigint << 41) - 9");

    assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessageContaining("used up");
  }

  @Test
  void readmeStatement_afterEachRefusal_letsBlocksOutWithAHigherEpoch() throws Exception {
    String accept = Readme.block("sql");
    for (String damage :
        List.of(
            "system_identifier = 42",
            "timeline = 9",
            "system_identifier = 42, timeline = 7, epoch_raise = 3",
            "next_sequence = (1::bigint << 41), epoch_raise = 3")) {
      store().lease(PAY, EU, 10, BlockStore.NOTHING);
      update("UPDATE id_block SET " + damage);
      int epochBefore = Integer.parseInt(text("SELECT epoch FROM id_block"));
      assertThatThrownBy(() -> store().lease(PAY, EU, 10, BlockStore.NOTHING))
          .isInstanceOf(LeaseRefusedException.class);

      update(accept);

      assertThat(store().lease(PAY, EU, 10, BlockStore.NOTHING).epoch())
          .isGreaterThan(epochBefore)
          .isLessThanOrEqualTo(epochBefore + 4);
    }
  }

  @Test
  void lease_sessionSaysOtherwise_isDurableAndReadCommittedAllTheSame() throws SQLException {
    String database = text("SELECT current_database()");
    update(
        """
        ALTER DATABASE %1$s SET synchronous_commit = off;
        ALTER DATABASE %1$s SET default_transaction_isolation = 'serializable';
        CREATE TABLE seen (synchronous_commit text, isolation text);
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          INSERT INTO seen
          VALUES (current_setting('synchronous_commit'), current_setting('transaction_isolation'));
          RETURN NULL;
        END $$;
        CREATE TRIGGER note AFTER INSERT ON id_lease EXECUTE FUNCTION note();
        """
            .formatted(database));

    store().lease(PAY, EU, 10, BlockStore.NOTHING);

    assertThat(text("SELECT * FROM seen")).isEqualTo("on|read committed");
    update("DROP TRIGGER note ON id_lease; ALTER DATABASE %s RESET ALL".formatted(database));
  }

  @Test
  void lease_databaseAway_saysSoWithItsCause() {
    DataSource nowhere = PostgresServer.shared().dataSource("no_such_database");

    assertThatThrownBy(
            () -> new PostgresBlockStore(nowhere, "n").lease(PAY, EU, 10, BlockStore.NOTHING))
        .isInstanceOf(LeaseException.class)
        .hasCauseInstanceOf(SQLException.class)
        .hasMessageContaining("no block of pay ids for eu could be leased");
  }

  @Test
  void order_ofTextInADatabase_isThatOfTheNumber() throws SQLException {
    IdGenerator generator = generator(7);
    String rows =
        Stream.generate(generator::nextId)
            .limit(100)
            .map(id -> "('%s', %d)".formatted(id.text(), id.value()))
            .collect(Collectors.joining(", "));
    update("CREATE TABLE numbered (id text COLLATE \"C\" NOT NULL, value bigint NOT NULL)");
    update("INSERT INTO numbered VALUES " + rows);

    assertThat(
            text(
                "SELECT array_agg(value ORDER BY id) = array_agg(value ORDER BY value) FROM numbered"))
        .isEqualTo("t");
  }

  private String overlappingLeases() throws SQLException {
    return text(
        """
        SELECT count(*) FROM id_lease a JOIN id_lease b USING (region, kind, epoch)
         WHERE a.first < b.first AND b.first <= a.last
        """);
  }

  private static void update(String sql) throws SQLException {
    TestDatabase.update(DATABASE, sql);
  }

  private static String text(String sql) throws SQLException {
    return TestDatabase.text(DATABASE, sql);
  }
}
