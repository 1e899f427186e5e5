package dev.meridian.id;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads at several generators of one kind. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class IdGeneratorThreadsTest {

  private static final IdKind PAY = new IdKind("pay");
  private static final Region EU = new Region("eu", 2);
  private static final int MANY = 10_000_000;

  private final long seed = System.nanoTime();
  private final ExecutorService pool = Executors.newCachedThreadPool();

  @Test
  void next_tenMillionByManyThreadsAndGenerators_noneTwiceAndRisingPerGenerator() {
    System.out.println("IdGeneratorThreadsTest seed " + seed);
    InMemoryBlockStore store = new InMemoryBlockStore();
    List<IdGenerator> generators =
        IntStream.of(500, 5_000, 50_000)
            .mapToObj(
                size ->
                    new IdGenerator(PAY, EU, store, LeaseSettings.DEFAULT.withBlocksOf(1, size)))
            .toList();
    int threads = 6;
    int draws = MANY / threads + 1;

    List<Future<long[]>> drawn =
        IntStream.range(0, threads)
            .mapToObj(t -> pool.submit(() -> draw(generators.get(t % 3), draws, seed + t)))
            .toList();

    long[] all = new long[threads * draws];
    for (int t = 0; t < threads; t++) {
      long[] mine = get(drawn.get(t));
      assertThat(isRising(mine)).isTrue();
      System.arraycopy(mine, 0, all, t * draws, draws);
    }
    Arrays.sort(all);
    assertThat(all.length).isGreaterThanOrEqualTo(MANY);
    assertThat(isRising(all)).as("none twice, seed %d", seed).isTrue();
    pool.shutdown();
  }

  /** Some drawn singly, some as ranges of which the first and last are kept. */
  private static long[] draw(IdGenerator generator, int count, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long[] drawn = new long[count];
    for (int i = 0; i < count; i++) {
      if (i + 1 < count && random.nextInt(50) == 0) {
        IdRange range = generator.next(random.nextInt(2, 12));
        drawn[i++] = range.firstValue();
        drawn[i] = range.get(range.count() - 1).value();
      } else {
        drawn[i] = generator.next();
      }
    }
    return drawn;
  }

  @Test
  void next_begunAfterAnotherReturned_isGreaterWhateverTheThread() {
    System.out.println("IdGeneratorThreadsTest seed " + seed);
    IdGenerator generator =
        new IdGenerator(
            PAY, EU, new InMemoryBlockStore(), LeaseSettings.DEFAULT.withBlocksOf(1, 40));
    AtomicLong returned = new AtomicLong(-1);
    int threads = 8;
    int draws = Rounds.of(20_000, 400_000);

    List<Future<Long>> lower =
        IntStream.range(0, threads)
            .mapToObj(t -> pool.submit(() -> drawsNotAbove(generator, returned, draws, seed + t)))
            .toList();

    assertThat(lower.stream().mapToLong(IdGeneratorThreadsTest::get).sum())
        .as("ids that are not above one returned before, seed %d", seed)
        .isZero();
    pool.shutdown();
  }

  private static long drawsNotAbove(
      IdGenerator generator, AtomicLong returned, int draws, long seed) {
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    long wrong = 0;
    for (int i = 0; i < draws; i++) {
      long before = returned.get();
      int count = random.nextInt(4) == 0 ? random.nextInt(1, 60) : 1;
      long first = generator.take(count);
      wrong += first > before ? 0 : 1;
      returned.accumulateAndGet(first + count - 1, Math::max);
    }
    return wrong;
  }

  @Test
  void next_aThousandThreadsWaitForOneBlock_allAreServed() throws Exception {
    IdGenerator generator =
        new IdGenerator(PAY, EU, new InMemoryBlockStore(), LeaseSettings.DEFAULT.withBlocksOf(100));
    int threads = 1_000;
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

    long distinct = drawn.stream().map(IdGeneratorThreadsTest::get).distinct().count();

    assertThat(distinct).isEqualTo(threads);
    pool.shutdown();
  }

  @Test
  void perThread_tenMillionByManyThreads_noneTwiceAndRisingPerThread() {
    PerThreadIdGenerator generator =
        new PerThreadIdGenerator(
            new IdGenerator(
                PAY,
                EU,
                new InMemoryBlockStore(),
                LeaseSettings.DEFAULT.withBlocksOf(100, 50_000)));
    int threads = 5;
    int draws = MANY / threads;

    List<Future<long[]>> drawn =
        IntStream.range(0, threads)
            .mapToObj(
                t -> pool.submit(() -> LongStream.generate(generator::next).limit(draws).toArray()))
            .toList();

    long[] all = new long[MANY];
    for (int t = 0; t < threads; t++) {
      long[] mine = get(drawn.get(t));
      assertThat(isRising(mine)).isTrue();
      System.arraycopy(mine, 0, all, t * draws, draws);
    }
    Arrays.sort(all);
    assertThat(isRising(all)).as("none twice").isTrue();
    pool.shutdown();
  }

  private static boolean isRising(long[] values) {
    for (int i = 1; i < values.length; i++) {
      if (values[i - 1] >= values[i]) {
        return false;
      }
    }
    return true;
  }

  private static <T> T get(Future<T> future) {
    try {
      return future.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
