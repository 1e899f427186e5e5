package dev.meridian.dedup;

import dev.meridian.dedup.quarkus.GuardedMarkStore;
import dev.meridian.dedup.quarkus.RedisMarkStore;
import dev.meridian.stack.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A real Redis, the client that Quarkus uses, and the operator's hands. */
final class TestRedis {
  private static final Vertx VERTX = Vertx.vertx();
  private static @Nullable TestRedis shared;

  final RedisServer server;
  private final Redis client;

  private TestRedis() {
    try {
      server = new RedisServer("redis", Files.createTempDirectory("dedup-redis"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.start();
    client =
        Redis.createClient(
            VERTX, new RedisOptions().setConnectionString(server.uri()).setMaxPoolWaiting(100));
  }

  /** One for all tests of a process; each begins by emptying it. */
  static synchronized TestRedis shared() {
    if (shared == null) {
      shared = new TestRedis();
    }
    return shared;
  }

  MarkStore store() {
    return new RedisMarkStore(client, Duration.ofSeconds(5));
  }

  /** With breakers that try again soon. */
  GuardedMarkStore guarded() {
    return new GuardedMarkStore(
        new RedisMarkStore(client, Duration.ofMillis(250)), 2, Duration.ofMillis(500));
  }

  @Nullable Response command(String command, String... arguments) {
    Request request = Request.cmd(Command.create(command));
    for (String argument : arguments) {
      request.arg(argument);
    }
    try {
      return client
          .send(request)
          .toCompletionStage()
          .toCompletableFuture()
          .get(10, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(command, e);
    }
  }

  /** The names of all marks. */
  List<String> marks() {
    List<String> names = new ArrayList<>();
    Response all = command("KEYS", HotName.MARK_PREFIX + "*");
    if (all != null) {
      all.forEach(name -> names.add(name.toString()));
    }
    return names;
  }

  Duration timeToLive(String name) {
    Response millis = command("PTTL", name);
    return Duration.ofMillis(millis == null ? -2 : millis.toLong());
  }

  long count(String pattern) {
    Response all = command("KEYS", pattern);
    return all == null ? 0 : all.size();
  }
}
