package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.MarkStore;
import dev.meridian.dedup.Verdict;
import dev.meridian.dedup.quarkus.RedisMarkStore;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
  private static final int BATCH = KeyBench.BATCH;
  private static final int MARK_BYTES = 67;

  private KeyBench bench;
  private MarkStore store;

  /** Servers of its own for each benchmark. */
  @Setup
  public void start() throws IOException, SQLException {
    bench = new KeyBench();
    store = new RedisMarkStore(bench.servers.redis, Duration.ofSeconds(10));
  }

  @TearDown
  public void stop() throws SQLException {
    bench.close();
  }

  /** Making the keys is part of each: it is that of the limit as well. */
  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<DedupKey> makeKeys() {
    return bench.next();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> newThroughHotAndWarm() throws SQLException {
    return bench.process(bench.hot, bench.next());
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> newThroughWarm() throws SQLException {
    return bench.process(bench.warm, bench.next());
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> knownToHot() throws SQLException {
    return bench.process(bench.hot, bench.known);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<Verdict> knownToWarm() throws SQLException {
    return bench.process(bench.warm, bench.knownToWarm);
  }

  /** One message each, as over HTTP. */
  @Benchmark
  public List<Verdict> singleNewThroughHotAndWarm() throws SQLException {
    return bench.process(bench.hot, List.of(bench.nextKey()));
  }

  @Benchmark
  public List<Verdict> singleKnownToHot() throws SQLException {
    return bench.process(bench.hot, bench.known.subList(0, 1));
  }

  @Benchmark
  public List<Verdict> singleKnownToWarm() throws SQLException {
    return bench.process(bench.warm, bench.knownToWarm.subList(0, 1));
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int bareMultiRowInsert() throws SQLException {
    return bench.bareInsert();
  }

  @Benchmark
  public int oneTransactionPerMessage() throws SQLException {
    return bench.oneTransaction();
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public List<byte @Nullable []> bareRedisRead() {
    List<String> names = new ArrayList<>(BATCH);
    bench.next().forEach(key -> names.add(key.key()));
    return store.read(names);
  }

  @Benchmark
  @OperationsPerInvocation(BATCH)
  public int bareRedisWrite() {
    List<MarkStore.Entry> entries = new ArrayList<>(BATCH);
    for (DedupKey key : bench.next()) {
      entries.add(new MarkStore.Entry(key.key(), new byte[MARK_BYTES], Duration.ofMinutes(1)));
    }
    store.write(entries);
    return entries.size();
  }
}
