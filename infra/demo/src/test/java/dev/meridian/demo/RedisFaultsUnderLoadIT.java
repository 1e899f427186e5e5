package dev.meridian.demo;

import static dev.meridian.demo.RedisHands.command;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.meridian.stack.RedisServer;
import dev.meridian.stack.Region;
import dev.meridian.verifier.check.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Trap 6 on the whole system, under load: whatever becomes of Redis, every payment is applied once,
 * and hot answers again without a restart. The long run does it to three regions at once, and
 * pauses Redis for a minute.
 */
@Timeout(value = 15, unit = TimeUnit.MINUTES)
class RedisFaultsUnderLoadIT {
  private static final boolean LONG = "long".equals(System.getProperty("meridian.test.rounds"));
  private static final List<String> REGIONS = LONG ? List.of("cn", "eu", "us") : List.of("eu");
  private static final int PER_SECOND = LONG ? 30 : 60;

  /** Three regions on two cores: a Redis that waits for the processor is not away. */
  private static final String REDIS_TIMEOUT = LONG ? "2s" : "250ms";

  private static final int PAYMENTS = LONG ? 60_000 : 10_000;
  private static final Duration FAULT = LONG ? Duration.ofSeconds(15) : Duration.ofMillis(500);
  private static final long PAUSE_MILLIS = LONG ? 60_000 : 4_000;
  private static final Duration BACK_WITHIN = Duration.ofSeconds(30);
  private static final long SEED = System.nanoTime();

  @TempDir Path folder;

  @Test
  void redis_everyFaultUnderLoad_passesEveryInvariantAndHotComesBack() throws Exception {
    DemoOptions options =
        DemoOptions.of(SEED)
            .regions(REGIONS)
            .payments(PAYMENTS)
            .duplicatePercent(50)
            .perSecond(PER_SECOND)
            .build();
    try (DemoStack regions =
        new DemoStack(
            options,
            folder,
            stack -> stack.consumerEnv("MERIDIAN_DEDUP_REDIS_TIMEOUT", REDIS_TIMEOUT))) {
      regions.start();
      try (SteadyLoad load = new SteadyLoad(options, regions)) {
        List<Region> all = regions.stack().regions();
        awaitHot(all);

        inTurn(all, "killed", RedisServer::kill, RedisServer::start);
        inTurn(
            all,
            "read-only",
            redis -> command(redis, "REPLICAOF 127.0.0.1 1"),
            redis -> command(redis, "REPLICAOF NO ONE"));
        inTurn(
            all,
            "full",
            redis -> {
              command(redis, "CONFIG SET maxmemory-policy noeviction");
              command(redis, "CONFIG SET maxmemory 1");
            },
            redis -> {
              command(redis, "CONFIG SET maxmemory 128mb");
              command(redis, "CONFIG SET maxmemory-policy volatile-ttl");
            });
        inTurn(
            all,
            "paused",
            redis -> command(redis, "CLIENT PAUSE " + PAUSE_MILLIS),
            redis -> command(redis, "PING"));
        all.forEach(region -> command(region.redis(), "FLUSHALL"));
        awaitHot(all);

        Report report = load.judged(regions.views(), 0, 0);
        assertThat(report.passed()).as(() -> "seed " + SEED + "\n" + report).isTrue();
      }
    }
  }

  /** Each fault is felt, lasts, and passes; then hot is in use again. */
  private static void inTurn(
      List<Region> all, String what, Consumer<RedisServer> begin, Consumer<RedisServer> end) {
    all.forEach(region -> begin.accept(region.redis()));
    await(what + " is felt")
        .atMost(BACK_WITHIN)
        .until(() -> all.stream().allMatch(region -> metrics(region).hotIsDegraded()));
    await(what + " lasts").pollDelay(FAULT).atMost(FAULT.plusSeconds(5)).until(() -> true);
    all.forEach(region -> end.accept(region.redis()));
    awaitHot(all);
  }

  /** Breakers are closed, and marks that were written from now on answer. */
  private static void awaitHot(List<Region> all) {
    Map<Region, Double> before =
        all.stream().collect(toMap(region -> region, region -> metrics(region).hotAnswers("hit")));
    await("hot is back")
        .atMost(BACK_WITHIN)
        .untilAsserted(
            () ->
                before.forEach(
                    (region, hits) -> {
                      assertThat(metrics(region).hotIsDegraded())
                          .as("%s: a breaker is open", region.code())
                          .isFalse();
                      assertThat(metrics(region).hotAnswers("hit"))
                          .as("%s: hits", region.code())
                          .isGreaterThan(hits);
                    }));
  }

  private static ConsumerMetrics metrics(Region region) {
    return new ConsumerMetrics(region.consumer());
  }
}
