package dev.meridian.bench.ids;

import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import io.hypersistence.tsid.TSID;
import java.util.Arrays;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What it costs to write an id as text and to read it back, checks included. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TextBenchmark {

  private static final int IDS = 1024;

  private final RegionRegistry registry = RegionRegistry.parse("cn=1,eu=2,us=3");
  private final RegionId[] regionIds = regionIds();
  private final String[] regionIdTexts = texts(regionIds);
  private final TSID[] tsids = Stream.generate(TSID::fast).limit(IDS).toArray(TSID[]::new);
  private final String[] tsidTexts = texts(tsids);
  private final Ulid[] ulids =
      Stream.generate(UlidCreator::getUlid).limit(IDS).toArray(Ulid[]::new);
  private final String[] ulidTexts = texts(ulids);
  private final UUID[] uuids = Stream.generate(UUID::randomUUID).limit(IDS).toArray(UUID[]::new);
  private final String[] uuidTexts = texts(uuids);
  private int turn;

  private RegionId[] regionIds() {
    try (IdGenerator generator =
        new IdGenerator(new IdKind("pay"), registry.region("eu"), new InMemoryBlockStore())) {
      return Stream.generate(generator::nextId).limit(IDS).toArray(RegionId[]::new);
    }
  }

  private static String[] texts(Object[] ids) {
    return Arrays.stream(ids).map(Object::toString).toArray(String[]::new);
  }

  private int next() {
    return turn++ & (IDS - 1);
  }

  @Benchmark
  public String writeMeridian() {
    return regionIds[next()].text();
  }

  @Benchmark
  public String writeTsid() {
    return tsids[next()].toString();
  }

  @Benchmark
  public String writeUlid() {
    return ulids[next()].toString();
  }

  @Benchmark
  public String writeUuid() {
    return uuids[next()].toString();
  }

  @Benchmark
  public RegionId readMeridian() {
    return RegionId.parse(regionIdTexts[next()], registry);
  }

  @Benchmark
  public TSID readTsid() {
    return TSID.from(tsidTexts[next()]);
  }

  @Benchmark
  public Ulid readUlid() {
    return Ulid.from(ulidTexts[next()]);
  }

  @Benchmark
  public UUID readUuid() {
    return UUID.fromString(uuidTexts[next()]);
  }
}
