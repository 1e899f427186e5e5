package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.quarkus.RedisMarkStore;
import dev.meridian.stack.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two instances at work on one request, where the second is told to wait for the first. */
class WaitForOthersIT {
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final String AT_THE_DATABASE =
      "select count(*) from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())";

  @TempDir private Path folder;
  private final ExecutorService instances = Executors.newFixedThreadPool(2);
  private final Vertx vertx = Vertx.vertx();
  private RedisServer server;
  private Redis redis;

  @BeforeEach
  void start() {
    server = new RedisServer("redis", folder);
    server.start();
    redis = Redis.createClient(vertx, server.uri());
  }

  @AfterEach
  void stop() {
    instances.shutdownNow();
    redis.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    server.stop();
  }

  @Test
  void process_anotherInstanceIsAtWork_waitsOutsideOfTheDatabase() throws Exception {
    Workbench bench =
        Workbench.fresh(
            TieredDeduplicator.builder()
                .hot(new RedisMarkStore(redis, Duration.ofSeconds(5)))
                .waitForOthers(Duration.ofSeconds(10))
                .build());
    Incoming request = bench.incoming(bench.request());
    Incoming again = bench.raw(request.topic(), request.headers(), request.payload());
    try (Connection migrating = bench.database.getConnection()) {
      // Given a first instance that holds the key and waits in its transaction
      migrating.setAutoCommit(false);
      migrating.createStatement().execute("lock table dedup_key in access exclusive mode");
      Future<List<Report>> first =
          instances.submit(() -> bench.requests().process(List.of(request)));
      Awaitility.await().atMost(LIMIT).until(() -> bench.number(AT_THE_DATABASE) == 1);

      // When a second one gets the same request
      long asked = attempts();
      Future<List<Report>> second =
          instances.submit(() -> bench.requests().process(List.of(again)));
      Awaitility.await().atMost(LIMIT).until(() -> attempts() > asked + 2);

      // Then it waits at Redis, and finds the work done
      assertThat(bench.number(AT_THE_DATABASE)).isEqualTo(1);
      migrating.rollback();
      assertThat(first.get()).hasSize(1);
      assertThat(second.get()).hasSize(1);
    }
    assertThat(bench.counts())
        .containsOnly(Map.entry("applied//", 1L), Map.entry("duplicate/hot/redelivery", 1L));
  }

  /** How often Redis was asked to set something, by its own count. */
  private long attempts() throws Exception {
    String stats =
        redis
            .send(Request.cmd(Command.INFO).arg("commandstats"))
            .toCompletionStage()
            .toCompletableFuture()
            .get()
            .toString();
    return stats
        .lines()
        .filter(line -> line.startsWith("cmdstat_set:calls="))
        .mapToLong(line -> Long.parseLong(line.replaceAll("cmdstat_set:calls=([0-9]+),.*", "$1")))
        .sum();
  }
}
