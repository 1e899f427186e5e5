package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class IdGeneratorTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);

  @Test
  void next_acrossBlocks_risesByOne() {
    IdGenerator generator = new IdGenerator(PAY, EU, new InMemoryBlockStore(), 3);

    long[] values = LongStream.generate(generator::next).limit(10).toArray();

    long first = IdLayout.compose(2, 1, 0);
    assertThat(values).containsExactly(LongStream.range(first, first + 10).toArray());
    assertThat(generator.nextId().sequence()).isEqualTo(10);
  }

  @Test
  void nextRange_thatFitsTheBlock_isCutFromIt() {
    IdGenerator generator = new IdGenerator(PAY, EU, new InMemoryBlockStore(), 10);

    IdRange range = generator.next(10);

    assertThat(range.stream().map(RegionId::sequence))
        .containsExactlyElementsOf(LongStream.range(0, 10).boxed().toList());
    assertThat(range.get(9)).isEqualTo(range.stream().skip(9).findFirst().orElseThrow());
    assertThatThrownBy(() -> range.get(10)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void nextRange_thatDoesntFitTheRest_isOneRunOfANewBlock() {
    IdGenerator generator = new IdGenerator(PAY, EU, new InMemoryBlockStore(), 10);
    generator.next(7);

    IdRange range = generator.next(4);

    assertThat(range.get(0).sequence()).isEqualTo(10);
    assertThat(range.get(3).sequence()).isEqualTo(13);
    assertThat(generator.nextId().sequence()).isEqualTo(14);
  }

  @Test
  void nextRange_greaterThanABlock_leasesAsManyAsItNeeds() {
    IdGenerator generator = new IdGenerator(PAY, EU, new InMemoryBlockStore(), 10);

    IdRange range = generator.next(25);

    assertThat(range.count()).isEqualTo(25);
    assertThat(generator.nextId().sequence()).isEqualTo(25);
  }

  @Test
  void next_manyThreadsAndGenerators_noneTwiceAndRisingPerGenerator() throws Exception {
    long seed = System.nanoTime();
    System.out.println("IdGeneratorTest seed " + seed);
    InMemoryBlockStore store = new InMemoryBlockStore();
    List<IdGenerator> generators =
        IntStream.of(1, 7, 100).mapToObj(size -> new IdGenerator(PAY, EU, store, size)).toList();
    int threads = 6;
    int draws = Rounds.of(30_000, 1_000_000);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<Future<long[]>> drawn =
        IntStream.range(0, threads)
            .mapToObj(t -> pool.submit(() -> draw(generators.get(t % 3), draws, seed + t)))
            .toList();

    long[] all = new long[threads * draws];
    for (int t = 0; t < threads; t++) {
      long[] mine = drawn.get(t).get();
      assertThat(isRising(mine)).isTrue();
      System.arraycopy(mine, 0, all, t * draws, draws);
    }
    pool.shutdown();

    assertThat(Arrays.stream(all).distinct().count()).isEqualTo(all.length);
  }

  /** Some drawn singly, some as ranges of which the first and last are kept. */
  private static long[] draw(IdGenerator generator, int count, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long[] drawn = new long[count];
    for (int i = 0; i < count; i++) {
      if (i + 1 < count && random.nextInt(10) == 0) {
        IdRange range = generator.next(random.nextInt(2, 12));
        drawn[i++] = range.firstValue();
        drawn[i] = range.get(range.count() - 1).value();
      } else {
        drawn[i] = generator.next();
      }
    }
    return drawn;
  }

  private static boolean isRising(long[] values) {
    return IntStream.range(1, values.length).allMatch(i -> values[i - 1] < values[i]);
  }

  @Test
  void next_hundredsOfThreadsWaitForOneBlock_allAreServed() throws Exception {
    IdGenerator generator = new IdGenerator(PAY, EU, new InMemoryBlockStore(), 100);
    int threads = 300;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);
    List<Future<Long>> drawn =
        IntStream.range(0, threads)
            .mapToObj(
                t ->
                    pool.submit(
                        () -> {
                          start.await();
                          return generator.next();
                        }))
            .toList();
    start.countDown();

    long distinct = drawn.stream().map(IdGeneratorTest::get).distinct().count();
    pool.shutdown();

    assertThat(distinct).isEqualTo(threads);
  }

  @Test
  void next_blockAtTheEndOfAllNumbers_neverLeavesIt() {
    Region last = new Region("zz", 255);
    AtomicInteger leases = new AtomicInteger();
    BlockStore store =
        (kind, region, size, above) -> {
          if (leases.getAndIncrement() > 0) {
            throw new LeaseRefusedException("used up");
          }
          return new Block(region, IdLayout.MAX_EPOCH, IdLayout.SEQUENCES - 2, 2);
        };
    IdGenerator generator = new IdGenerator(PAY, last, store, 2);
    generator.next();
    assertThat(generator.next()).isEqualTo(Long.MAX_VALUE);

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(generator::next).isInstanceOf(LeaseRefusedException.class);
    }
  }

  @Test
  void block_thatWouldLeaveTheSequences_cantBeBuilt() {
    assertThatThrownBy(() -> new Block(EU, 1, IdLayout.SEQUENCES - 1, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Block(EU, 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void next_storeFailsOnce_throwsAndTheNextCallTriesAgain() {
    AtomicBoolean away = new AtomicBoolean(true);
    InMemoryBlockStore memory = new InMemoryBlockStore();
    IdGenerator generator =
        new IdGenerator(
            PAY,
            EU,
            (kind, region, size, above) -> {
              if (away.getAndSet(false)) {
                throw new LeaseException("the database is away", null);
              }
              return memory.lease(kind, region, size, above);
            });

    assertThatThrownBy(generator::next).isInstanceOf(LeaseException.class);
    assertThat(generator.nextId().sequence()).isZero();
  }

  @Test
  void next_storeLeasesALowerBlock_isRefused() {
    IdGenerator generator =
        new IdGenerator(PAY, EU, (kind, region, size, above) -> new Block(region, 1, 0, size), 2);
    generator.next(2);

    assertThatThrownBy(generator::next)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the store broke its contract");
  }

  @Test
  void next_interruptedWhileAnotherLeases_throwsAndKeepsTheStatus() throws Exception {
    CountDownLatch leasing = new CountDownLatch(1);
    CountDownLatch answer = new CountDownLatch(1);
    InMemoryBlockStore memory = new InMemoryBlockStore();
    IdGenerator generator =
        new IdGenerator(
            PAY,
            EU,
            (kind, region, size, above) -> {
              leasing.countDown();
              awaitUnchecked(answer);
              return memory.lease(kind, region, size, above);
            });
    ExecutorService pool = Executors.newFixedThreadPool(1);
    Future<Long> holder = pool.submit(() -> generator.next());
    leasing.await();
    AtomicReference<RuntimeException> thrown = new AtomicReference<>();
    AtomicBoolean interrupted = new AtomicBoolean();
    Thread waiter =
        new Thread(
            () -> {
              try {
                generator.next();
              } catch (LeaseException e) {
                thrown.set(e);
                interrupted.set(Thread.currentThread().isInterrupted());
              }
            });

    waiter.start();
    waiter.interrupt();
    waiter.join();

    assertThat(thrown.get()).hasMessageContaining("interrupted while waiting for a block of pay");
    assertThat(interrupted).isTrue();
    answer.countDown();
    assertThat(holder.get()).isEqualTo(IdLayout.compose(2, 1, 0));
    pool.shutdown();
  }

  @Test
  void close_withIdsLeft_givesThemUp() {
    InMemoryBlockStore store = new InMemoryBlockStore();
    IdGenerator first = new IdGenerator(PAY, EU, store, 10);
    first.next();

    first.close();

    assertThatThrownBy(first::next).isInstanceOf(IllegalStateException.class);
    assertThat(new IdGenerator(PAY, EU, store, 10).nextId().sequence()).isEqualTo(10);
  }

  @Test
  void counts_outOfBounds_areRefused() {
    InMemoryBlockStore store = new InMemoryBlockStore();
    IdGenerator generator = new IdGenerator(PAY, EU, store);

    for (int count : new int[] {-1, 0, IdGenerator.MAX_BLOCK_SIZE + 1}) {
      assertThatThrownBy(() -> generator.next(count)).isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> new IdGenerator(PAY, EU, store, count))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static void awaitUnchecked(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
