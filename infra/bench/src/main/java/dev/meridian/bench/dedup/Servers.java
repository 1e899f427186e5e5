package dev.meridian.bench.dedup;

import dev.meridian.dedup.Conflicts;
import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Disposition;
import dev.meridian.dedup.Fingerprint;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Work;
import dev.meridian.dedup.quarkus.RedisMarkStore;
import dev.meridian.stack.PostgresServer;
import dev.meridian.stack.RedisServer;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/** A durable PostgreSQL and a Redis of their own, and keys as region-consumer has them. */
final class Servers implements AutoCloseable {
  static final String GROUP = "region-consumer";

  final PostgresServer postgres;
  final RedisServer redisServer;
  final Vertx vertx = Vertx.vertx();
  final Redis redis;
  final DataSource database;

  Servers() throws IOException {
    Path folder = Files.createTempDirectory("dedup-bench");
    postgres =
        PostgresServer.builder()
            .name("bench")
            .dataFolder(folder.resolve("postgres"))
            .durable(true)
            .setting("shared_buffers", "512MB")
            .setting("max_wal_size", "4GB")
            .build();
    postgres.start();
    postgres.createDatabase("bench");
    database = postgres.dataSource("bench");
    Flyway.configure().dataSource(database).locations("db/dedup").load().migrate();
    redisServer = new RedisServer("redis", folder.resolve("redis"));
    redisServer.start();
    redis = Redis.createClient(vertx, redisServer.uri());
    command("CONFIG", "SET", "maxmemory", "0"); // marks stay for their window, none is evicted
  }

  String command(String name, String... arguments) {
    Request request = Request.cmd(Command.create(name));
    for (String argument : arguments) {
      request.arg(argument);
    }
    return redis.send(request).toCompletionStage().toCompletableFuture().join().toString();
  }

  TieredDeduplicator.Builder hot() {
    return TieredDeduplicator.builder().hot(new RedisMarkStore(redis, Duration.ofSeconds(10)));
  }

  /** One connection that is kept, as a pool would. */
  static InTransaction on(Connection connection) {
    return new InTransaction() {
      @Override
      public <T> T run(Step<T> step) throws SQLException {
        T result = step.run(connection);
        connection.commit();
        return result;
      }
    };
  }

  static Work<DedupKey> applyAll() {
    return (connection, newOnes) -> Collections.nCopies(newOnes.size(), Disposition.APPLIED);
  }

  static Conflicts<DedupKey> noConflicts() {
    return (connection, contradicting) -> {
      throw new IllegalStateException("keys contradict one another: " + contradicting);
    };
  }

  static List<DedupKey> keys(long first, int count) {
    List<DedupKey> keys = new ArrayList<>(count);
    for (long n = first; n < first + count; n++) {
      keys.add(key(n));
    }
    return keys;
  }

  /** Of the usual length and in no order, like keys that clients make. */
  static DedupKey key(long number) {
    long mixed = number * 0x9E37_79B9_7F4A_7C15L;
    String text =
        "16:PaymentRequested,62:4:shop,24:acc-eu-00000000%05x%04x,25:ref:%016x-%04x,,20:%016x-%03x,"
            .formatted(
                mixed >>> 44 & 0xFFFFF,
                mixed >>> 20 & 0xFFFF,
                mixed,
                number & 0xFFFF,
                ~mixed,
                number & 0xFFF);
    byte[] fingerprint = ByteBuffer.allocate(16).putLong(mixed).putLong(number).array();
    return new DedupKey(text, Fingerprint.of(fingerprint), 1, Instant.EPOCH);
  }

  static String text(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  @Override
  public void close() {
    redis.close();
    vertx.close().toCompletionStage().toCompletableFuture().join();
    redisServer.stop();
    postgres.stop();
  }
}
