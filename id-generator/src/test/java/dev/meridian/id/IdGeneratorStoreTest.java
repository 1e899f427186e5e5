package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a generator does while its store answers, is slow, away, or refuses. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IdGeneratorStoreTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final Duration FOR_EVER = Duration.ofSeconds(50);
  private static final Duration SHORT = Duration.ofMillis(60);

  private final GatedStore store = new GatedStore();

  private IdGenerator generator(Duration waitAtMost) {
    return new IdGenerator(
        PAY, EU, store, LeaseSettings.DEFAULT.withBlocksOf(10).withWaitAtMost(waitAtMost));
  }

  @Test
  void next_halfABlockUsed_theNextIsLeasedAhead() {
    IdGenerator generator = generator(FOR_EVER);
    draw(generator, 5);
    assertThat(store.leased()).isEqualTo(1);

    draw(generator, 1);

    await().until(() -> store.leased() == 2);
  }

  @Test
  void nextRange_overTheMiddle_theNextIsLeasedAhead() {
    IdGenerator generator = generator(FOR_EVER);

    generator.next(8);

    await().until(() -> store.leased() == 2);
  }

  @Test
  void next_storeAwayWhileTheReserveLasts_nobodyNotices() {
    IdGenerator generator = generator(SHORT);
    draw(generator, 6);
    await().until(() -> store.leased() == 2);

    store.goAway();
    long[] drawn = draw(generator, 14);

    assertThat(drawn[13]).isEqualTo(IdLayout.compose(2, 1, 19));
    assertThat(store.leased()).isEqualTo(2);
  }

  @Test
  void next_storeAwayForAWhile_waitsUntilItIsBack() throws Exception {
    IdGenerator generator = generator(FOR_EVER);
    store.goAway();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    Future<Long> waiting = pool.submit(() -> generator.next());
    await().until(() -> store.asked() >= 3);
    assertThat(waiting.isDone()).isFalse();

    store.answer();

    assertThat(waiting.get()).isEqualTo(IdLayout.compose(2, 1, 0));
    pool.shutdown();
  }

  @Test
  void next_storeAwayLongerThanTheLimit_throwsWithTheCauseAndLaterGoesOn() {
    IdGenerator generator = generator(SHORT);
    store.goAway();

    assertThatThrownBy(generator::next)
        .isInstanceOf(LeaseTimeoutException.class)
        .hasMessage("no block of pay ids for eu within 60 ms: the database is away")
        .hasCauseInstanceOf(LeaseException.class);

    store.answer();
    assertThat(drawUntilThereAreAny(generator)).isEqualTo(IdLayout.compose(2, 1, 0));
  }

  @Test
  void next_storeHangs_throwsAtTheLimitAllTheSame() {
    IdGenerator generator = generator(SHORT);
    store.holdBack();

    assertThatThrownBy(generator::next)
        .isInstanceOf(LeaseTimeoutException.class)
        .hasMessageEndingWith("within 60 ms: the store has not answered yet");
    store.answer();
  }

  @Test
  void next_storeRefuses_reserveIsUsedAndThenItThrowsAtOnce() {
    IdGenerator generator = generator(FOR_EVER);
    draw(generator, 5);
    store.refuse();

    draw(generator, 5);

    assertThatThrownBy(generator::next)
        .isInstanceOf(LeaseRefusedException.class)
        .hasMessage("ask a person")
        .hasCauseInstanceOf(LeaseRefusedException.class);
    store.answer();
    assertThat(generator.nextId().sequence()).isEqualTo(10);
  }

  @Test
  void next_storeThrowsWhatItMustNot_isPassedOn() {
    IdGenerator generator =
        new IdGenerator(
            PAY,
            EU,
            (kind, region, size, above) -> {
              throw new IllegalArgumentException("a fault");
            });

    assertThatThrownBy(generator::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the store of pay ids for eu failed: a fault")
        .hasRootCauseInstanceOf(IllegalArgumentException.class);
  }

  /** As stores in Kotlin, or behind a proxy, do. */
  @Test
  void next_storeThrowsAnUndeclaredCheckedException_isPassedOnAndLaterGoesOn() {
    AtomicBoolean faulty = new AtomicBoolean(true);
    InMemoryBlockStore blocks = new InMemoryBlockStore();
    IdGenerator generator =
        new IdGenerator(
            PAY,
            EU,
            (kind, region, size, above) -> {
              if (faulty.get()) {
                IdGeneratorStoreTest.<RuntimeException>throwUndeclared(new Exception("checked"));
              }
              return blocks.lease(kind, region, size, above);
            });
    assertThatThrownBy(generator::next).hasMessageContaining("checked");

    faulty.set(false);

    assertThat(generator.next()).isPositive();
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> void throwUndeclared(Exception checked) throws E {
    throw (E) checked;
  }

  @Test
  void next_severalWaitForRangesAndSingles_areServedInTheirOrderWithoutOverlap() throws Exception {
    IdGenerator generator = generator(FOR_EVER);
    store.holdBack();
    ExecutorService pool = Executors.newCachedThreadPool();
    List<Future<IdRange>> waiting =
        IntStream.of(1, 4, 25, 1, 10)
            .mapToObj(count -> submitAndAwaitBlocked(pool, generator, count))
            .toList();

    store.answer();

    long[] firsts = waiting.stream().mapToLong(f -> get(f).firstValue()).toArray();
    assertThat(firsts).isSorted();
    long end = -1;
    for (Future<IdRange> range : waiting) {
      assertThat(get(range).firstValue()).isGreaterThan(end);
      end = get(range).get(get(range).count() - 1).value();
    }
    assertThat(generator.next()).isGreaterThan(end);
    pool.shutdown();
  }

  private static Future<IdRange> submitAndAwaitBlocked(
      ExecutorService pool, IdGenerator generator, int count) {
    Thread[] drawing = new Thread[1];
    Callable<IdRange> draw =
        () -> {
          drawing[0] = Thread.currentThread();
          return generator.next(count);
        };
    Future<IdRange> range = pool.submit(draw);
    await()
        .pollInterval(Duration.ofMillis(1))
        .until(() -> drawing[0] != null && drawing[0].getState() == Thread.State.TIMED_WAITING);
    return range;
  }

  @Test
  void next_interruptedWhileWaiting_throwsAndKeepsTheStatus() throws Exception {
    IdGenerator generator = generator(FOR_EVER);
    store.holdBack();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiter =
        new Thread(
            () -> {
              try {
                generator.next();
              } catch (LeaseException e) {
                interrupted.set(
                    Thread.currentThread().isInterrupted()
                        && String.valueOf(e.getMessage())
                            .contains("interrupted while waiting for a block of pay"));
              }
            });

    waiter.start();
    waiter.interrupt();
    waiter.join();

    assertThat(interrupted).isTrue();
    store.answer();
    assertThat(generator.next()).isEqualTo(IdLayout.compose(2, 1, 0));
  }

  @Test
  void close_whileOneWaits_itThrowsAndALateBlockIsLost() throws Exception {
    IdGenerator generator = generator(FOR_EVER);
    store.holdBack();
    ExecutorService pool = Executors.newCachedThreadPool();
    Future<IdRange> waiting = submitAndAwaitBlocked(pool, generator, 1);

    generator.close();

    assertThatThrownBy(waiting::get)
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage("the generator of pay ids is closed");
    store.answer();
    await().until(() -> store.leased() == 1);
    assertThatThrownBy(generator::next).isInstanceOf(IllegalStateException.class);
    pool.shutdown();
  }

  private static long[] draw(IdGenerator generator, int count) {
    return LongStream.generate(generator::next).limit(count).toArray();
  }

  private static long drawUntilThereAreAny(IdGenerator generator) {
    return await().ignoreException(LeaseTimeoutException.class).until(generator::next, id -> true);
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
