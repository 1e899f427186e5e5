package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Claims on keys in work: they save work, and decide nothing. */
class InFlightIT {
  private HotBench bench;

  @BeforeEach
  void fresh() throws SQLException {
    bench = HotBench.fresh();
    bench.deduplicator =
        TieredDeduplicator.builder()
            .hot(bench.redis.store())
            .waitForOthers(Duration.ofSeconds(10))
            .build();
  }

  private static String name(String key) {
    return HotName.of(HotBench.GROUP, key).inFlight();
  }

  @Test
  void process_anotherIsAtWorkOnTheKey_waitsAndFindsItHot() throws Exception {
    CountDownLatch claimed = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    InTransaction works = new JdbcTransaction(bench.database);
    ExecutorService other = Executors.newFixedThreadPool(2);
    try {
      Future<List<Verdict>> first =
          other.submit(
              () ->
                  bench.deduplicator.process(
                      works,
                      HotBench.GROUP,
                      Messages.messages("a"),
                      key -> key,
                      (Connection connection, List<DedupKey> newOnes) -> {
                        claimed.countDown();
                        awaitUninterrupted(goOn);
                        return List.of(Disposition.APPLIED);
                      },
                      (connection, contradicting) -> {}));
      claimed.await();
      Future<List<String>> second = other.submit(() -> bench.deliver("a"));
      assertThat(bench.redis.timeToLive(name("a"))).isPositive();
      goOn.countDown();

      assertThat(Messages.words(first.get())).containsExactly("New");
      assertThat(second.get()).containsExactly("hot");
      assertThat(bench.redis.count("dedup-in-flight:*")).isZero();
    } finally {
      other.shutdownNow();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void process_claimOfAnInstanceThatIsGone_isNoAnswer() throws SQLException {
    bench.deduplicator =
        TieredDeduplicator.builder()
            .hot(bench.redis.store())
            .waitForOthers(Duration.ofMillis(50))
            .build();
    bench.redis.command("SET", name("a"), "somebody", "PX", "60000");

    assertThat(bench.deliver("a")).containsExactly("New");

    assertThat(String.valueOf(bench.redis.command("GET", name("a"))))
        .as("another's claim is left alone")
        .isEqualTo("somebody");
  }

  @Test
  void process_claimLost_changesNothing() throws SQLException {
    InTransaction works = new JdbcTransaction(bench.database);
    InTransaction losesClaims =
        new InTransaction() {
          @Override
          public <T> T run(Step<T> step) throws SQLException {
            bench.redis.command("FLUSHALL");
            return works.run(step);
          }
        };

    assertThat(bench.deliver(losesClaims, "a", "b")).containsExactly("New", "New");
    assertThat(bench.deliver("a", "b")).containsExactly("hot", "hot");
  }
}
