package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.MarkStore;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Verdict;
import dev.meridian.dedup.quarkus.RedisMarkStore;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Keys a second, by batches of 500 on one connection; what is bare is the limit. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@SuppressWarnings("NullAway.Init") // JMH calls the set-up
public class BatchBenchmark {
  private static final int BATCH = 500;

  private static final String BARE_INSERT =
      """
      INSERT INTO dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
      SELECT ?, k, 1, f, 1 FROM unnest(?, ?) AS batch (k, f)
      """;

  private static final String USUAL_INSERT =
      """
      INSERT INTO processed_message (consumer_id, message_id) VALUES (?, ?)
      ON CONFLICT DO NOTHING
      """;

  private final AtomicLong numbers = new AtomicLong();
  private Servers servers;
  private Connection connection;
  private InTransaction transaction;
  private TieredDeduplicator hot;
  private TieredDeduplicator warm;
  private MarkStore store;
  private List<DedupKey> known;
  private List<DedupKey> knownToWarm;

  /** Servers of its own for each benchmark, and 100,000 keys in the table. */
  @Setup
  public void start() throws IOException, SQLException {
    servers = new Servers();
    connection = servers.database.getConnection();
    connection.setAutoCommit(false);
    connection
        .createStatement()
        .execute(
            "CREATE TABLE processed_message (consumer_id text, message_id text, at timestamptz DEFAULT now(), PRIMARY KEY (consumer_id, message_id))");
    connection.commit();
    transaction = Servers.on(connection);
    hot = servers.hot().build();
    warm = TieredDeduplicator.builder().build();
    store = new RedisMarkStore(servers.redis, Duration.ofSeconds(10));
    for (int i = 0; i < 200; i++) {
      process(warm, next());
    }
    known = next();
    process(hot, known);
    knownToWarm = next();
    process(warm, knownToWarm);
  }

  @TearDown
  public void stop() throws SQLException {
    connection.close();
    servers.close();
  }

  private List<DedupKey> next() {
    return Servers.keys(numbers.getAndAdd(BATCH), BATCH);
  }

  private List<Verdict> process(TieredDeduplicator deduplicator, List<DedupKey> keys)
      throws SQLException {
    return deduplicator.process(
        transaction, Servers.GROUP, keys, Function.identity(), Servers.applyAll());
  }

  /** Making the keys is part of each: it is that of the limit as well. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<DedupKey> makeKeys() {
    return next();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> newThroughHotAndWarm() throws SQLException {
    return process(hot, next());
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> newThroughWarm() throws SQLException {
    return process(warm, next());
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> knownToHot() throws SQLException {
    return process(hot, known);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> knownToWarm() throws SQLException {
    return process(warm, knownToWarm);
  }

  /** One message each, as over HTTP. */
  @Benchmark
  public List<Verdict> singleNewThroughHotAndWarm() throws SQLException {
    return process(hot, Servers.keys(numbers.getAndIncrement(), 1));
  }

  @Benchmark
  public List<Verdict> singleKnownToHot() throws SQLException {
    return process(hot, known.subList(0, 1));
  }

  @Benchmark
  public List<Verdict> singleKnownToWarm() throws SQLException {
    return process(warm, knownToWarm.subList(0, 1));
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int bareMultiRowInsert() throws SQLException {
    List<DedupKey> keys = next();
    try (PreparedStatement insert = connection.prepareStatement(BARE_INSERT)) {
      insert.setString(1, Servers.GROUP);
      insert.setArray(
          2,
          connection.createArrayOf(
              "text", keys.stream().map(DedupKey::key).toArray(String[]::new)));
      insert.setArray(
          3,
          connection.createArrayOf(
              "bytea", keys.stream().map(k -> k.fingerprint().bytes()).toArray(byte[][]::new)));
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  /** The usual dedup table: a transaction per message. */
  @Benchmark
  public int oneTransactionPerMessage() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(USUAL_INSERT)) {
      insert.setString(1, Servers.GROUP);
      insert.setString(2, Servers.key(numbers.getAndIncrement()).key());
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<byte @Nullable []> bareRedisRead() {
    List<String> names = new ArrayList<>(BATCH);
    next().forEach(key -> names.add(key.key()));
    return store.read(names);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int bareRedisWrite() {
    List<MarkStore.Entry> entries = new ArrayList<>(BATCH);
    for (DedupKey key : next()) {
      entries.add(new MarkStore.Entry(key.key(), new byte[59], Duration.ofMinutes(1)));
    }
    store.write(entries);
    return entries.size();
  }
}
