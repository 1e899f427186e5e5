package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens while nobody waits yet: trying on, and telling people. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class LeasingAheadTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration FOR_EVER = Duration.ofSeconds(50);
  private static final LeaseSettings TEN =
      LeaseSettings.DEFAULT.withBlocksOf(10).withWaitAtMost(FOR_EVER);

  /** Far more than the store is away for in any of these tests. */
  private static final int MANY = 300;

  private final GatedStore store = new GatedStore();
  private final RecordedLog log = new RecordedLog();
  private final AtomicBoolean threadsAreScarce = new AtomicBoolean();
  private final ThreadFactory threads =
      work -> {
        if (threadsAreScarce.get()) {
          throw new OutOfMemoryError("unable to create native thread");
        }
        return new Thread(work);
      };

  private IdGenerator generator = generator(new Backoff(MILLI, MILLI));

  private IdGenerator generator(Backoff backoff) {
    return new IdGenerator(PAY, EU, new BlockSupply(PAY, EU, store, TEN, backoff, threads, log));
  }

  @AfterEach
  void close() {
    store.answer();
    generator.close();
  }

  private long[] draw(int count) {
    return LongStream.generate(generator::next).limit(count).toArray();
  }

  @Test
  void leasing_storeAwayForAsLongAsTheReserveLasts_goesOnAndNobodyWaits() {
    draw(5);
    store.goAway();
    draw(1);
    await().until(() -> store.asked() > MANY);

    store.answer();

    await().until(() -> store.leased() == 2);
    store.holdBack(); // whoever waited now would wait for ever
    assertThat(draw(14)).hasSize(14);
  }

  @Test
  void leasing_loggerFails_goesOnAllTheSame() {
    log.failFromNowOn();
    draw(5);
    store.goAway();
    draw(5);
    await().until(() -> store.asked() > 10);
    store.answer();

    assertThat(IdLayout.sequence(generator.next())).isEqualTo(10);
    assertThat(draw(30)).hasSize(30);
  }

  @Test
  void next_beginsToWaitInALongPause_isTriedAtOnce() throws Exception {
    Duration hour = Duration.ofHours(1);
    generator = generator(new Backoff(hour, hour));
    draw(5);
    store.goAway();
    draw(5); // one try fails; the next one would be in an hour
    await().until(() -> store.asked() == 2 && log.lines().size() == 1);
    store.answer();

    assertThat(IdLayout.sequence(generator.next())).isEqualTo(10);
  }

  @Test
  void close_inALongPause_endsTheThread() {
    Duration hour = Duration.ofHours(1);
    Thread[] leasing = new Thread[1];
    ThreadFactory factory = work -> leasing[0] = new Thread(work);
    generator =
        new IdGenerator(
            PAY, EU, new BlockSupply(PAY, EU, store, TEN, new Backoff(hour, hour), factory, log));
    draw(5);
    store.goAway();
    draw(1);
    await().until(() -> log.lines().size() == 1);

    generator.close();

    await().until(() -> !leasing[0].isAlive());
  }

  @Test
  void log_storeAwayAndBack_hasALineForEach() {
    draw(5);
    store.goAway();
    draw(1);
    await().until(() -> store.asked() > 10);
    store.answer();

    await().until(() -> log.lines().size() == 2);
    assertThat(log.lines())
        .isEqualTo(
            List.of(
                "WARNING the database is away (4 pay ids for eu are left in the reserve; tried again until it works)",
                "INFO blocks of pay ids for eu are leased again"));
  }

  @Test
  void log_storeRefusesWhileThereIsAReserve_saysSoAtOnceAndOnce() {
    draw(5);
    store.refuse();
    draw(1);

    await().until(() -> log.lines().size() == 1);
    draw(4);
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(generator::next).isInstanceOf(LeaseRefusedException.class);
    }
    assertThat(log.lines())
        .isEqualTo(
            List.of(
                "ERROR ask a person (4 pay ids for eu are left in the reserve; calls will fail when these are used up)"));
  }

  @Test
  void next_threadCantBeStarted_throwsAndLaterGoesOn() {
    threadsAreScarce.set(true);
    assertThatThrownBy(generator::next)
        .isInstanceOf(LeaseException.class)
        .hasMessage(
            "no thread could be started to lease pay ids for eu: unable to create native thread")
        .hasCauseInstanceOf(OutOfMemoryError.class);

    threadsAreScarce.set(false);

    assertThat(generator.next()).isPositive();
  }

  /** Who draws the id in the middle of a block has got it, and must not lose it to that. */
  @Test
  void leaseAhead_threadCantBeStarted_saysSoAndThrowsNothing() {
    BlockSupply supply =
        new BlockSupply(PAY, EU, store, TEN, new Backoff(MILLI, MILLI), threads, log);
    threadsAreScarce.set(true);

    supply.leaseAhead(supply.first());

    assertThat(log.lines())
        .isEqualTo(
            List.of(
                "WARNING no thread could be started to lease pay ids for eu: unable to create native thread (0 pay ids for eu are left in the reserve; tried again until it works)"));
  }

  @Test
  void next_manyBeginToWaitWhileTheStoreIsAway_allAreServedWhenItIsBack() throws Exception {
    store.goAway();
    ExecutorService pool = Executors.newCachedThreadPool();
    List<Future<Long>> waiting =
        LongStream.range(0, 50).mapToObj(i -> pool.submit(() -> generator.next())).toList();
    await().until(() -> store.asked() > 10);

    store.answer();

    assertThat(waiting.stream().map(LeasingAheadTest::get).distinct()).hasSize(50);
    pool.shutdown();
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
