package dev.meridian.bench.ids;

import com.github.f4b6a3.tsid.TsidFactory;
import com.github.f4b6a3.ulid.UlidFactory;
import com.github.f4b6a3.uuid.factory.standard.TimeOrderedEpochFactory;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.id.Region;
import io.hypersistence.tsid.TSID;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;

/**
 * What peers do when their clock is set back and when they are restarted: repeated ids, ids below
 * those given out before, refusals.
 *
 * <p>Three cases, each with a node number that stays the same, as after a restart of the same pod:
 * <b>load</b>: {@value #IDS_UNDER_LOAD} ids at once, faster than the format has numbers for, then a
 * restart 100 ms later; <b>back</b>: the clock goes back an hour under a running instance;
 * <b>restart</b>: the same, and the instance is restarted.
 */
public final class PeerSafety {

  private static final int IDS_UNDER_LOAD = 2_000_000;
  private static final int IDS_AFTER = 100_000;
  private static final int NODE = 1;
  private static final Duration RESTART_TAKES = Duration.ofMillis(100);
  private static final Instant START = Instant.parse("2026-11-29T12:00:00Z");

  private static final Instant AN_HOUR_BEFORE = START.minus(Duration.ofHours(1));

  private PeerSafety() {}

  /** Prints the table of docs/ids.md. */
  public static void main(String[] arguments) {
    PrintStream out = System.out;
    out.printf(
        "| of the first %,d ids after | load and restart | clock back 1 h, running | clock back 1 h, restart |%n",
        IDS_AFTER);
    out.println("|---|---|---|---|");
    compare(out, "hypersistence-tsid", PeerSafety::hypersistenceTsid);
    compare(out, "tsid-creator", PeerSafety::tsidCreator);
    compare(out, "CosId SnowflakeId", PeerSafety::snowflake);
    compare(out, "ULID (monotonic)", PeerSafety::ulid);
    compare(out, "UUIDv7", PeerSafety::uuidVersion7);
    InMemoryBlockStore leases = new InMemoryBlockStore();
    compare(out, "id-generator", clock -> meridian(leases));
  }

  private static void compare(
      PrintStream out, String name, Function<SettableClock, Supplier<String>> instance) {
    out.printf(
        "| %s | %s | %s | %s |%n",
        name, loadAndRestart(instance), clockBack(instance, false), clockBack(instance, true));
  }

  private static String loadAndRestart(Function<SettableClock, Supplier<String>> instance) {
    SettableClock clock = new SettableClock();
    Drawn drawn = new Drawn();
    drawn.before(instance.apply(clock), IDS_UNDER_LOAD);
    clock.advance(RESTART_TAKES);
    return drawn.after(instance.apply(clock));
  }

  private static String clockBack(
      Function<SettableClock, Supplier<String>> instance, boolean restart) {
    SettableClock clock = new SettableClock();
    Drawn drawn = new Drawn();
    Supplier<String> running = instance.apply(clock);
    clock.set(AN_HOUR_BEFORE);
    drawn.before(instance.apply(clock), IDS_AFTER); // what it gave out an hour ago
    clock.set(START);
    drawn.before(running, IDS_AFTER);
    clock.set(AN_HOUR_BEFORE);
    return drawn.after(restart ? instance.apply(clock) : running);
  }

  private static Supplier<String> hypersistenceTsid(SettableClock clock) {
    TSID.Factory factory = TSID.Factory.builder().withNode(NODE).withClock(clock).build();
    return () -> factory.generate().toString();
  }

  private static Supplier<String> tsidCreator(SettableClock clock) {
    TsidFactory factory = TsidFactory.builder().withNode(NODE).withClock(clock).build();
    return () -> factory.create().toString();
  }

  private static Supplier<String> snowflake(SettableClock clock) {
    MillisecondSnowflakeId factory =
        new MillisecondSnowflakeId(NODE) {
          @Override
          protected long getCurrentTime() {
            return clock.tickingMillis();
          }
        };
    return () -> "%019d".formatted(factory.generate());
  }

  private static Supplier<String> ulid(SettableClock clock) {
    UlidFactory factory =
        UlidFactory.newMonotonicInstance(new Random(), (LongSupplier) clock::millis);
    return () -> factory.create().toString();
  }

  private static Supplier<String> uuidVersion7(SettableClock clock) {
    TimeOrderedEpochFactory factory =
        TimeOrderedEpochFactory.builder().withClock(clock).withIncrementPlus1().build();
    return () -> factory.create().toString();
  }

  private static Supplier<String> meridian(InMemoryBlockStore leases) {
    IdGenerator generator = new IdGenerator(new IdKind("pay"), new Region("eu", 2), leases);
    return () -> generator.nextId().text();
  }

  /** What was given out so far; texts of all these libraries sort like their ids. */
  private static final class Drawn {

    private final Set<String> ids = new HashSet<>();
    private String greatest = "";

    void before(Supplier<String> generator, int count) {
      for (int i = 0; i < count; i++) {
        String id = generator.get();
        ids.add(id);
        greatest = id.compareTo(greatest) > 0 ? id : greatest;
      }
    }

    String after(Supplier<String> generator) {
      int repeated = 0;
      int lower = 0;
      for (int i = 0; i < IDS_AFTER; i++) {
        String id;
        try {
          id = generator.get();
        } catch (RuntimeException refused) {
          return "refuses: " + refused.getClass().getSimpleName();
        }
        repeated += ids.contains(id) ? 1 : 0;
        lower += id.compareTo(greatest) <= 0 ? 1 : 0;
      }
      return "%,d repeated, %,d lower".formatted(repeated, lower);
    }
  }

  /** A clock that moves when told to. */
  private static final class SettableClock extends Clock {

    private static final int ASKED_PER_MILLI = 1_000;

    private Instant now = START;
    private long asked;

    void set(Instant time) {
      now = time;
    }

    void advance(Duration time) {
      now = now.plus(time);
    }

    /** For who waits for the next millisecond: it comes after so many questions. */
    long tickingMillis() {
      if (++asked % ASKED_PER_MILLI == 0) {
        advance(Duration.ofMillis(1));
      }
      return now.toEpochMilli();
    }

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }
}
