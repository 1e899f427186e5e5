package dev.meridian.demo;

import dev.meridian.demo.disturb.ConsumerKill;
import dev.meridian.demo.load.Generator;
import dev.meridian.demo.load.Replayer;
import dev.meridian.demo.load.SentJournal;
import dev.meridian.demo.report.Words;
import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.Latencies.Disturbance;
import dev.meridian.demo.watch.RegionView;
import dev.meridian.demo.watch.WatchException;
import dev.meridian.messages.Topics;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What happens in the middle of a run, by how far the generator is: links are cut and healed, a
 * consumer is killed, records are published again. Runs in threads of its own; {@link #await} waits
 * for all of it and tells what failed.
 */
final class Timeline {
  private static final double CUT_AT = 0.10;
  private static final double KILL_AT = 0.30;
  private static final double REPLAY_AT = 0.55;

  /** So many records go out at once before the kill, a share of them to the region. */
  private static final int BURST = 1_500;

  private static final int MOST_REPLAYED = 400;
  private static final int LEAST_REPLAYED_SHARE = 20;
  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  /** A look at servers costs them time that the payments want. */
  private static final long ASK_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final DemoOptions options;
  private final DemoStack regions;
  private final Generator generator;
  private final SentJournal journal;
  private final Backlog backlog;
  private final Console console;
  private final int planned;
  private final long begunNanos = System.nanoTime();
  private final List<Disturbance> disturbances = new CopyOnWriteArrayList<>();
  private final List<Exception> failures = new CopyOnWriteArrayList<>();
  private volatile ConsumerKill.@Nullable Outcome killed;
  private volatile long replayed;
  private volatile long mostOnLinks;
  private final List<Thread> threads;

  Timeline(
      DemoOptions options,
      DemoStack regions,
      Generator generator,
      SentJournal journal,
      Backlog backlog,
      Console console,
      int planned) {
    this.options = options;
    this.regions = regions;
    this.generator = generator;
    this.journal = journal;
    this.backlog = backlog;
    this.console = console;
    this.planned = planned;
    threads =
        List.of(
            thread("cut", () -> options.cutRegion().ifPresent(this::cutAndHeal)),
            thread("kill", () -> kill(options.killRegion())),
            thread("replay", () -> options.replayRegion().ifPresent(this::replay)));
  }

  /** Something that may fail. */
  private interface Step {
    void run() throws SQLException;
  }

  Timeline start() {
    threads.forEach(Thread::start);
    return this;
  }

  /** Blocks until everything has happened. */
  void await() throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      Exception first = failures.get(0);
      throw new DemoException("the middle of the run failed: " + first.getMessage(), first);
    }
  }

  /** Times in which something was broken, by {@link System#nanoTime}. */
  List<Disturbance> disturbances() {
    return List.copyOf(disturbances);
  }

  Optional<ConsumerKill.Outcome> killed() {
    return Optional.ofNullable(killed);
  }

  long replayed() {
    return replayed;
  }

  /** Hears how many records wait on links. */
  void onLinks(long waiting) {
    mostOnLinks = Math.max(mostOnLinks, waiting);
  }

  private void cutAndHeal(String region) {
    awaitSent(CUT_AT);
    long fromNanos = System.nanoTime();
    regions.stack().cut(region);
    mostOnLinks = 0;
    say("%s: all links cut for %s".formatted(region, Words.seconds(options.cut())));
    long untilNanos = fromNanos + options.cut().toNanos();
    park(() -> System.nanoTime() - untilNanos < 0);
    regions.stack().heal(region);
    say("%s: links healed; up to %,d records had to wait".formatted(region, mostOnLinks));
    long healedNanos = System.nanoTime();
    park(() -> orNotYet(this::waitsOnLinks), ASK_EVERY_NANOS);
    disturbances.add(new Disturbance(fromNanos, System.nanoTime()));
    say(
        "%s: the links have caught up after %.1f s"
            .formatted(
                region, (System.nanoTime() - healedNanos) / (double) TimeUnit.SECONDS.toNanos(1)));
  }

  /** A calm system has some on its links too, less than it is given in a second. */
  private boolean waitsOnLinks() {
    return backlog.measure().onLinks() > options.perSecond();
  }

  private void kill(Optional<String> which) throws SQLException {
    if (which.isEmpty()) {
      return;
    }
    String region = which.get();
    awaitSent(KILL_AT);
    generator.burst(BURST);
    ConsumerKill.Outcome outcome =
        new ConsumerKill(regions.stack().region(region).consumer(), view(region), backlog).run();
    killed = outcome;
    say(
        "%s: region-consumer killed with -9 while %,d records were unacknowledged%s; back after %s"
            .formatted(
                region,
                outcome.unacknowledged(),
                outcome.hadEnough() ? "" : " (too few sent to have 100)",
                Words.seconds(outcome.down())));
    say(
        "%s: %,d records came twice: its database had them, Kafka did not know"
            .formatted(region, outcome.cameTwice()));
    park(() -> orNotYet(() -> isBehind(region)), ASK_EVERY_NANOS);
    disturbances.add(new Disturbance(outcome.fromNanos(), System.nanoTime()));
  }

  /** Whether a region's consumer has more before it than a calm one. */
  private boolean isBehind(String region) {
    long unacknowledged =
        backlog
            .offsets(region)
            .unacknowledged(Backlog.CONSUMER_GROUP, backlog.paymentTopics(region));
    return unacknowledged > Math.max(ConsumerKill.LEAST_UNACKNOWLEDGED, options.perSecond());
  }

  /** A server that doesn't answer right now leaves the answer for later. */
  private static boolean orNotYet(BooleanSupplier look) {
    try {
      return look.getAsBoolean();
    } catch (WatchException notNow) {
      return true;
    }
  }

  private void replay(String region) {
    awaitSent(REPLAY_AT);
    int most = Math.min(MOST_REPLAYED, planned / LEAST_REPLAYED_SHARE);
    List<ProducerRecord<String, byte[]>> records =
        new Replayer(backlogAddress(region)).replay(Topics.payments(region), Instant.EPOCH, most);
    records.forEach(record -> journal.add(region, record));
    replayed = records.size();
    say(
        "%s: %,d records were published again, as a failback does"
            .formatted(region, records.size()));
  }

  private String backlogAddress(String region) {
    return view(region).kafka();
  }

  private RegionView view(String region) {
    return regions.views().stream()
        .filter(each -> each.region().equals(region))
        .findAny()
        .orElseThrow();
  }

  private void awaitSent(double share) {
    park(() -> generator.acknowledged() < planned * share);
  }

  private static void park(BooleanSupplier condition) {
    park(condition, LOOK_EVERY_NANOS);
  }

  private static void park(BooleanSupplier condition, long everyNanos) {
    while (condition.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(everyNanos);
    }
  }

  private void say(String text) {
    long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begunNanos);
    console.line("%4d s  %s".formatted(seconds, text));
  }

  private Thread thread(String name, Step step) {
    Thread thread =
        new Thread(
            () -> {
              try {
                step.run();
              } catch (SQLException | RuntimeException e) {
                failures.add(e);
              }
            },
            "demo-" + name);
    thread.setDaemon(true);
    return thread;
  }
}
