package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.MarkStore;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Marks in Redis, by Quarkus's client. One server, or one behind a name or Sentinel; a Redis
 * Cluster would split a batch. Blocks for the time-out at most, and never on an event loop.
 * Thread-safe.
 */
public final class RedisMarkStore implements MarkStore {
  /** The client queues so many commands of a connection at most, by default 2,048. */
  private static final int COMMANDS_AT_ONCE = 1_000;

  private static final String COMPARE_AND_DELETE =
      "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) else return 0 end";

  private final Redis redis;
  private final long timeoutMillis;

  /**
   * A store on that client.
   *
   * @param timeout for one round trip
   */
  public RedisMarkStore(Redis redis, Duration timeout) {
    this.redis = redis;
    this.timeoutMillis = timeout.toMillis();
  }

  /** Redis didn't answer as it should. */
  static final class NoAnswer extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoAnswer(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  @Override
  public List<byte @Nullable []> read(List<String> names) {
    Request get = Request.cmd(Command.MGET);
    names.forEach(get::arg);
    List<byte @Nullable []> values = new ArrayList<>(names.size());
    for (Response value : await(redis.send(get))) {
      values.add(value == null ? null : value.toBytes());
    }
    return values;
  }

  @Override
  public void write(List<Entry> entries) {
    List<Request> sets = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      sets.add(set(entry.name(), entry.value(), entry.expiry()));
    }
    batch(sets);
  }

  @Override
  public List<Boolean> writeIfAbsent(List<String> names, byte[] value, Duration expiry) {
    List<Request> sets = new ArrayList<>(names.size());
    names.forEach(name -> sets.add(set(name, value, expiry).arg("NX")));
    return batch(sets).stream().map(answer -> answer != null).toList();
  }

  @Override
  public void removeIfEqual(List<String> names, byte[] value) {
    List<Request> removals = new ArrayList<>(names.size());
    for (String name : names) {
      removals.add(
          Request.cmd(Command.EVAL)
              .arg(COMPARE_AND_DELETE)
              .arg(1)
              .arg(name)
              .arg(Buffer.buffer(value)));
    }
    batch(removals);
  }

  private static Request set(String name, byte[] value, Duration expiry) {
    return Request.cmd(Command.SET)
        .arg(name)
        .arg(Buffer.buffer(value))
        .arg("PX")
        .arg(expiry.toMillis());
  }

  private List<@Nullable Response> batch(List<Request> requests) {
    List<@Nullable Response> answers = new ArrayList<>(requests.size());
    for (int from = 0; from < requests.size(); from += COMMANDS_AT_ONCE) {
      List<Request> part =
          requests.subList(from, Math.min(requests.size(), from + COMMANDS_AT_ONCE));
      answers.addAll(await(redis.connect().compose(connection -> batch(connection, part))));
    }
    return answers;
  }

  /** A server that only reads is left: its name may lead to another one by now. */
  private static Future<List<Response>> batch(RedisConnection connection, List<Request> requests) {
    return connection
        .batch(requests)
        .recover(
            failure ->
                String.valueOf(failure.getMessage()).startsWith("READONLY")
                    ? connection
                        .send(Request.cmd(Command.QUIT))
                        .transform(ignored -> Future.failedFuture(failure))
                    : Future.failedFuture(failure))
        .onComplete(ignored -> connection.close());
  }

  private <T> T await(Future<T> answer) {
    if (Context.isOnEventLoopThread()) {
      throw new IllegalStateException("deduplication blocks: it must not run on an event loop");
    }
    try {
      return answer
          .toCompletionStage()
          .toCompletableFuture()
          .get(timeoutMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer("interrupted", e);
    } catch (TimeoutException e) {
      throw new NoAnswer("no answer within " + timeoutMillis + " ms", e);
    } catch (ExecutionException e) {
      throw new NoAnswer(String.valueOf(e.getCause()), e);
    }
  }
}
