package dev.meridian.dedup;

import static dev.meridian.dedup.HotBench.batch;
import static dev.meridian.dedup.HotBench.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.faulttolerance.api.CircuitBreakerState;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Trap 6: Redis forgets, is away or confused: latency changes, verdicts never. */
class RedisFaultsIT {
  private static final int SIZE = 100;
  private static final String[] BATCH = batch("m", SIZE);
  private static final Duration BACK_WITHIN = Duration.ofSeconds(30);

  private HotBench bench;

  @BeforeEach
  void applied() throws SQLException {
    bench = HotBench.fresh();
    assertThat(bench.deliver(BATCH)).containsOnly("New");
    assertThat(bench.deliver(BATCH)).containsOnly("hot");
  }

  @AfterEach
  void eachOnce() throws SQLException {
    assertThat(bench.eachOnce()).isTrue();
  }

  private void assertHotIsBack() {
    Awaitility.await()
        .atMost(BACK_WITHIN)
        .untilAsserted(() -> assertThat(bench.deliver(BATCH)).isEqualTo(repeated("hot", SIZE)));
  }

  private void assertWarmAnswers() throws SQLException {
    assertThat(bench.deliver(BATCH)).isEqualTo(repeated("warm", SIZE));
    assertThat(bench.deliver("new")).containsExactly("New");
    assertThat(bench.effects()).isEqualTo(SIZE + 1);
  }

  @Test
  void redis_losesTheNewestKeys_warmAnswersThoseAndWritesThemBack() throws SQLException {
    List<String> marks = bench.redis.marks().subList(0, 20);
    marks.forEach(name -> bench.redis.command("DEL", name));

    List<String> words = bench.deliver(BATCH);

    assertThat(words).filteredOn("warm"::equals).hasSize(20);
    assertThat(words).filteredOn("hot"::equals).hasSize(80);
    assertThat(bench.deliver(BATCH)).containsOnly("hot");
  }

  @Test
  void redis_flushed_warmAnswersAndWritesBack() throws SQLException {
    bench.redis.command("FLUSHALL");

    assertWarmAnswers();

    assertThat(bench.deliver(BATCH)).containsOnly("hot");
  }

  @Test
  void redis_killed_warmAnswersAndHotComesBackByItself() throws SQLException {
    bench.redis.server.kill();
    try {
      assertWarmAnswers();
      assertThat(bench.deliver(BATCH)).containsOnly("warm");
      assertThat(bench.store.readState()).isNotEqualTo(CircuitBreakerState.CLOSED);
    } finally {
      bench.redis.server.start();
    }

    assertHotIsBack();
    assertThat(bench.store.readState()).isEqualTo(CircuitBreakerState.CLOSED);
  }

  @Test
  void redis_readOnly_readsGoOnAndWritesComeBack() throws SQLException {
    bench.redis.command("FLUSHALL");
    bench.redis.command("REPLICAOF", "127.0.0.1", "1");
    try {
      assertWarmAnswers();
      assertThat(bench.deliver(BATCH)).as("no mark could be written").containsOnly("warm");
      assertThat(bench.store.readState())
          .as("breakers are two")
          .isEqualTo(CircuitBreakerState.CLOSED);
      assertThat(bench.store.writeState()).isNotEqualTo(CircuitBreakerState.CLOSED);
    } finally {
      bench.redis.command("REPLICAOF", "NO", "ONE");
    }

    assertHotIsBack();
  }

  @Test
  void redis_full_readsGoOnAndWritesComeBack() throws SQLException {
    bench.redis.command("CONFIG", "SET", "maxmemory-policy", "noeviction");
    bench.redis.command("CONFIG", "SET", "maxmemory", "1");
    try {
      assertThat(bench.deliver(BATCH)).as("reading needs no memory").containsOnly("hot");
      assertThat(bench.deliver("new", "newer")).containsExactly("New", "New");
      assertThat(bench.deliver("new")).containsExactly("warm");
    } finally {
      bench.redis.command("CONFIG", "SET", "maxmemory", "128mb");
      bench.redis.command("CONFIG", "SET", "maxmemory-policy", "volatile-ttl");
    }

    Awaitility.await()
        .atMost(BACK_WITHIN)
        .untilAsserted(() -> assertThat(bench.deliver("new")).containsExactly("hot"));
  }

  @Test
  void redis_evicts_warmAnswersWhatIsGone() throws SQLException {
    bench.redis.command("CONFIG", "SET", "maxmemory", "1");
    try {
      assertThat(bench.deliver(BATCH)).doesNotContain("New", "Conflict");
    } finally {
      bench.redis.command("CONFIG", "SET", "maxmemory", "128mb");
    }

    assertHotIsBack();
  }

  @Test
  void redis_paused_warmAnswersAfterTheTimeout() throws SQLException {
    bench.redis.command("CLIENT", "PAUSE", "1500", "ALL");

    assertWarmAnswers();

    assertHotIsBack();
  }
}
