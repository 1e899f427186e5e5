package dev.meridian.bench.ids;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidFactory;
import com.github.f4b6a3.uuid.UuidCreator;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.PerThreadIdGenerator;
import dev.meridian.id.Region;
import io.hypersistence.tsid.TSID;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How many ids a second, beside other libraries and what the machine can do at best.
 *
 * <p>Stores are in memory, for us as for CosId's SegmentChain: what is measured is the generator,
 * with blocks that are leased ahead.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class DrawBenchmark {

  private static final Region EU = new Region("eu", 2);
  private static final int NODE = 1;

  private static final int OWN_BLOCK_SIZE = 10_000;

  private final ThreadLocal<OwnBlock> ownBlocks = ThreadLocal.withInitial(OwnBlock::new);
  private final AtomicLong shared = new AtomicLong();
  private final IdGenerator strict =
      new IdGenerator(new IdKind("pay"), EU, new InMemoryBlockStore());
  private final PerThreadIdGenerator perThread =
      new PerThreadIdGenerator(new IdGenerator(new IdKind("cmd"), EU, new InMemoryBlockStore()));
  private final TSID.Factory hypersistenceTsid = TSID.Factory.builder().withNode(NODE).build();
  private final com.github.f4b6a3.tsid.TsidFactory tsidCreator =
      com.github.f4b6a3.tsid.TsidFactory.newInstance1024(NODE);
  private final UlidFactory ulid = UlidFactory.newMonotonicInstance();
  private final MillisecondSnowflakeId snowflake = new MillisecondSnowflakeId(NODE);
  private final SegmentChainId segmentChain = new SegmentChainId(new IdSegmentDistributor.Mock());

  /** A block that belongs to one thread, and how much of it is left. */
  @State(Scope.Thread)
  public static class OwnBlock {
    long next;
    long end = OWN_BLOCK_SIZE;

    long take() {
      if (next == end) {
        end += OWN_BLOCK_SIZE;
      }
      return next++;
    }
  }

  /** The limit of what rises over all threads: all of them at one atomic. */
  @Benchmark
  public long limitAtomicLong() {
    return shared.getAndIncrement();
  }

  /** The limit of what rises per thread: a block that nobody shares, in the thread's hand. */
  @Benchmark
  public long limitOwnBlock(OwnBlock block) {
    return block.take();
  }

  /** The same, found by the thread that asks a shared object, as a library must. */
  @Benchmark
  public long limitThreadLocalBlock() {
    return ownBlocks.get().take();
  }

  @Benchmark
  public long meridianStrict() {
    return strict.next();
  }

  @Benchmark
  public long meridianPerThread() {
    return perThread.next();
  }

  @Benchmark
  public TSID hypersistenceTsid() {
    return hypersistenceTsid.generate();
  }

  @Benchmark
  public com.github.f4b6a3.tsid.Tsid tsidCreator() {
    return tsidCreator.create();
  }

  @Benchmark
  public UUID uuidVersion7() {
    return UuidCreator.getTimeOrderedEpoch();
  }

  @Benchmark
  public Ulid ulidMonotonic() {
    return ulid.create();
  }

  @Benchmark
  public long cosidSnowflake() {
    return snowflake.generate();
  }

  @Benchmark
  public long cosidSegmentChain() {
    return segmentChain.generate();
  }

  @TearDown
  public void close() {
    strict.close();
    perThread.close();
  }
}
