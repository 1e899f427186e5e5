package dev.meridian.bench.ids;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What this machine can do at best: a number taken from one shared place, and from one's own. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class LimitsBenchmark {

  private final AtomicLong shared = new AtomicLong();

  /** A block that belongs to one thread: a plain counter. */
  @State(Scope.Thread)
  public static class OwnBlock {
    long next;
  }

  /** The limit of every strict generator: all threads at one atomic. */
  @Benchmark
  public long atomicLong() {
    return shared.getAndIncrement();
  }

  /** The limit of every per-thread generator: a block that nobody shares. */
  @Benchmark
  public long threadLocalBlock(OwnBlock block) {
    return block.next++;
  }
}
