package dev.meridian.outbox;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Sends what the outbox holds, in the background: one daemon thread, many records on their way.
 *
 * <p>Guarantees: at least once, under the same message id each time; per topic and key the next
 * record leaves after the acknowledgement of the one before it; a row that can't be sent holds back
 * its own key, shows in {@link Metrics#blockedKeys}, and is never skipped; any number of relays may
 * run on one database and share the lanes evenly, each lane having one owner at a time. Outages of
 * the database or the broker delay it and don't end it.
 *
 * <p>Nothing here blocks the caller but {@link #close}. Thread-safe. The data source must give
 * connections in auto-commit mode, outside of any transaction of the caller, with a socket
 * time-out; at most one is used at a time. The sender stays the caller's to close, after the relay.
 */
public final class Relay implements AutoCloseable {
  private final Config config;
  private final RelayLoop loop;
  private final Thread thread;
  private final AtomicBoolean started = new AtomicBoolean();

  public Relay(DataSource database, RecordSender sender, Config config) {
    this.config = config;
    this.loop = new RelayLoop(database, sender, config);
    this.thread = new Thread(loop, "outbox-relay");
    this.thread.setDaemon(true);
  }

  /**
   * What bounds a relay.
   *
   * @param owner names this process among those on the database, for people who read {@code
   *     outbox_lane}
   * @param lease a lane whose owner fell silent is taken over after this time
   * @param poll how long a row that another process wrote may wait to be seen
   * @param lanes how many of the 16 lanes to own at most; relays that live share them evenly
   * @param rowsInHand rows in memory at most
   * @param bytesPerRound bytes read by one round at most, save for a single bigger row
   * @param inFlight records sent and not yet acknowledged at most
   * @param rowsPerMark so many acknowledged rows are marked at once
   * @param markAfter an acknowledged row waits at most so long for others to be marked with it
   * @param backoff between attempts for a key, a topic, and the database
   * @param closeWithin how long close waits for acknowledgements
   * @param measureEvery how often the backlog is counted
   */
  public record Config(
      String owner,
      Duration lease,
      Duration poll,
      int lanes,
      int rowsInHand,
      long bytesPerRound,
      int inFlight,
      int rowsPerMark,
      Duration markAfter,
      Backoff backoff,
      Duration closeWithin,
      Duration measureEvery) {

    public Config {
      if (owner.isEmpty()
          || lease.isNegative()
          || lease.isZero()
          || poll.isNegative()
          || poll.isZero()) {
        throw new IllegalArgumentException("An owner, and a lease and poll above 0 are needed");
      }
      if (lanes < 1 || lanes > Lane.COUNT || inFlight < 1 || rowsPerMark < 1 || bytesPerRound < 1) {
        throw new IllegalArgumentException("1 to 16 lanes, and bounds of at least 1 are needed");
      }
      if (rowsInHand < 2 * Lane.COUNT) {
        throw new IllegalArgumentException(
            "rowsInHand is " + rowsInHand + ", at least " + 2 * Lane.COUNT);
      }
    }

    /**
     * Lease 10 s, poll 100 ms, all lanes, 8,192 rows and 16 MB in hand, 2,000 records on their way.
     */
    public static Config of(String owner) {
      return new Config(
          owner,
          Duration.ofSeconds(10),
          Duration.ofMillis(100),
          Lane.COUNT,
          8_192,
          16 << 20,
          2_000,
          1_000,
          Duration.ofMillis(20),
          new Backoff(Duration.ofMillis(200), Duration.ofSeconds(15)),
          Duration.ofSeconds(5),
          Duration.ofSeconds(5));
    }

    public Config withLease(Duration value) {
      return with(value, poll, lanes, backoff, closeWithin, measureEvery);
    }

    public Config withPoll(Duration value) {
      return with(lease, value, lanes, backoff, closeWithin, measureEvery);
    }

    public Config withLanes(int value) {
      return with(lease, poll, value, backoff, closeWithin, measureEvery);
    }

    public Config withBackoff(Backoff value) {
      return with(lease, poll, lanes, value, closeWithin, measureEvery);
    }

    public Config withCloseWithin(Duration value) {
      return with(lease, poll, lanes, backoff, value, measureEvery);
    }

    public Config withMeasureEvery(Duration value) {
      return with(lease, poll, lanes, backoff, closeWithin, value);
    }

    /** The same bounds on memory and batches, under other times, lanes and pauses. */
    private Config with(
        Duration newLease,
        Duration newPoll,
        int newLanes,
        Backoff newBackoff,
        Duration newCloseWithin,
        Duration newMeasureEvery) {
      return new Config(
          owner,
          newLease,
          newPoll,
          newLanes,
          rowsInHand,
          bytesPerRound,
          inFlight,
          rowsPerMark,
          markAfter,
          newBackoff,
          newCloseWithin,
          newMeasureEvery);
    }
  }

  /**
   * How it goes, as of a moment ago.
   *
   * @param running false before the start and after the end of the thread
   * @param lanes lanes owned
   * @param backlog unsent rows of all lanes, as counted last
   * @param oldestUnsent how long the oldest of them waits
   * @param oldestTransaction age of the oldest open transaction that may still bring rows
   * @param currentDay how long the partition that rows go into has been open; much above a day,
   *     opening the next one fails
   * @param blockedKeys keys held back by a row that failed
   * @param closedTopics topics of which so much failed that they are only probed
   * @param inFlight sent and not acknowledged
   * @param acknowledged since the start
   * @param failed attempts since the start
   * @param databaseFailures failed rounds since the start
   * @param lastFailure what the last failed attempt or round said
   */
  public record Metrics(
      boolean running,
      int lanes,
      long backlog,
      Duration oldestUnsent,
      Duration oldestTransaction,
      Duration currentDay,
      int blockedKeys,
      int closedTopics,
      int inFlight,
      long acknowledged,
      long failed,
      long databaseFailures,
      @Nullable String lastFailure) {}

  /** Starts the thread; once. */
  public void start() {
    if (!started.compareAndSet(false, true)) {
      throw new IllegalStateException("The relay was started before");
    }
    thread.start();
  }

  /**
   * Says that rows were committed here: they are read now, not at the next poll. Many calls at once
   * count as one.
   */
  public void wake() {
    loop.wake();
  }

  /** The latest numbers; doesn't block. */
  public Metrics metrics() {
    return loop.metrics();
  }

  /**
   * Sends nothing new, waits for acknowledgements as configured, marks them, and gives the lanes
   * back. What is not acknowledged by then is sent again by the next owner. Blocks until the thread
   * ended or gave up; again is fine.
   */
  @Override
  public void close() {
    loop.stop();
    if (!started.get()) {
      return;
    }
    try {
      thread.join(config.closeWithin().multipliedBy(2).toMillis());
      thread.interrupt();
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
    }
  }
}
