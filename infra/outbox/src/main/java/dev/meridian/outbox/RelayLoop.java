package dev.meridian.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * The relay's thread. It alone touches the chains, the leases and the database; the sender's
 * threads only put what became of a record into the queue, which holds no more than what is on its
 * way and one wake-up.
 */
final class RelayLoop implements Runnable {
  private static final Logger LOG = Logger.getLogger(Relay.class);

  /** A lane's lease is renewed so many times before it would end. */
  private static final int RENEWALS_PER_LEASE = 4;

  /** When there is nothing new, reading takes at most one part in so many of the time. */
  private static final int IDLE_READ_SHARE = 4;

  /** Wake-ups within this time are read together. */
  private static final long READ_GAP_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

  private final DataSource database;
  private final RecordSender sender;
  private final Relay.Config config;
  private final SplittableRandom random = new SplittableRandom();
  private final LaneLeases leases;
  private final Chains chains;
  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final AtomicBoolean awake = new AtomicBoolean();
  private final List<UnsentRow> toMark = new ArrayList<>();

  private volatile boolean stopping;
  private volatile Relay.Metrics metrics;

  private long nextReadNanos = System.nanoTime();
  private long nextRenewNanos = System.nanoTime();
  private long nextMeasureNanos = System.nanoTime();
  private long markNanos;
  private long databaseRetryNanos = System.nanoTime();
  private int databaseFailuresInARow;
  private long databaseFailures;
  private long acknowledged;
  private long failed;
  private @Nullable String lastFailure;
  private UnsentRows.Backlog backlog =
      new UnsentRows.Backlog(0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /** What became of a record; {@code WAKE} if nothing did. */
  private record Event(@Nullable UnsentRow row, @Nullable Throwable failure) {
    static final Event WAKE = new Event(null, null);
  }

  RelayLoop(DataSource database, RecordSender sender, Relay.Config config) {
    this.database = database;
    this.sender = sender;
    this.config = config;
    this.leases = new LaneLeases(config.owner(), config.lease(), config.lanes());
    this.chains = new Chains(config.inFlight(), config.backoff(), random);
    this.metrics = snapshot(false);
  }

  void wake() {
    if (awake.compareAndSet(false, true)) {
      events.add(Event.WAKE);
    }
  }

  void stop() {
    stopping = true;
    events.add(Event.WAKE);
  }

  Relay.Metrics metrics() {
    return metrics;
  }

  @Override
  public void run() {
    try {
      while (!stopping) {
        step();
        metrics = snapshot(true);
      }
      finish();
    } catch (InterruptedException e) {
      LOG.debug("The relay was interrupted; its leases end by themselves");
    } finally {
      metrics = snapshot(false);
    }
  }

  private void step() throws InterruptedException {
    if (databaseIsDue(System.nanoTime())) {
      databaseRound();
    }
    send();
    await(untilNext(System.nanoTime()));
  }

  private boolean databaseIsDue(long now) {
    return now - databaseRetryNanos >= 0
        && (now - nextRenewNanos >= 0
            || now - nextMeasureNanos >= 0
            || markIsDue(now)
            || readIsDue(now));
  }

  private boolean markIsDue(long now) {
    return !toMark.isEmpty() && (toMark.size() >= config.rowsPerMark() || now - markNanos >= 0);
  }

  private boolean readIsDue(long now) {
    return chains.held() <= config.rowsInHand() / 2 && now - nextReadNanos >= 0;
  }

  private void databaseRound() {
    try (Connection connection = database.getConnection()) {
      if (System.nanoTime() - nextRenewNanos >= 0) {
        renew(connection);
      }
      if (markIsDue(System.nanoTime())) {
        mark(connection);
      }
      giveBack(connection);
      if (readIsDue(System.nanoTime())) {
        read(connection);
      }
      if (System.nanoTime() - nextMeasureNanos >= 0) {
        measure(connection);
      }
      databaseFailuresInARow = 0;
    } catch (SQLException | RuntimeException e) {
      databaseFailed(e);
    }
  }

  private void renew(Connection connection) throws SQLException {
    Set<Integer> lost = leases.renewAndTake(connection);
    if (!lost.isEmpty()) {
      LOG.warnf("Outbox lanes %s were taken over by another relay", lost);
      chains.drop(lost);
    }
    chains.drop(leases.yielding());
    nextRenewNanos = System.nanoTime() + config.lease().toNanos() / RENEWALS_PER_LEASE;
  }

  /**
   * Lanes above this relay's part, as soon as all that was sent of them is acknowledged and marked.
   */
  private void giveBack(Connection connection) throws SQLException {
    Set<Integer> idle = new HashSet<>(leases.yielding());
    idle.removeAll(chains.lanesInFlight());
    toMark.forEach(row -> idle.remove(row.lane()));
    if (!idle.isEmpty()) {
      leases.give(connection, idle);
    }
  }

  private void mark(Connection connection) throws SQLException {
    int marked = UnsentRows.markSent(connection, toMark);
    if (marked < toMark.size()) {
      nextRenewNanos = System.nanoTime();
    }
    chains.marked(toMark);
    toMark.clear();
  }

  private void read(Connection connection) throws SQLException {
    long start = System.nanoTime();
    List<LaneLeases.Owned> lanes = leases.owned(start);
    UnsentRows.Page page = new UnsentRows.Page(List.of(), false);
    if (!lanes.isEmpty()) {
      int free = config.rowsInHand() - chains.held();
      page = page(connection, lanes, Math.max(1, free / lanes.size()));
      chains.add(page.rows());
    }
    long end = System.nanoTime();
    nextReadNanos = end + (page.more() ? 0 : pause(end - start));
  }

  private UnsentRows.Page page(Connection connection, List<LaneLeases.Owned> lanes, int rowsPerLane)
      throws SQLException {
    connection.setAutoCommit(false);
    UnsentRows.Page page =
        UnsentRows.read(connection, lanes, chains.except(), rowsPerLane, config.bytesPerRound());
    connection.commit();
    connection.setAutoCommit(true);
    return page;
  }

  private long pause(long readNanos) {
    return Math.max(config.poll().toNanos(), (IDLE_READ_SHARE - 1) * readNanos);
  }

  private void measure(Connection connection) throws SQLException {
    backlog = UnsentRows.backlog(connection);
    nextMeasureNanos = System.nanoTime() + config.measureEvery().toNanos();
  }

  private void databaseFailed(Exception e) {
    databaseFailures++;
    databaseFailuresInARow++;
    lastFailure = e.toString();
    Duration wait = config.backoff().after(databaseFailuresInARow, random);
    databaseRetryNanos = System.nanoTime() + wait.toNanos();
    if (databaseFailuresInARow == 1) {
      LOG.warn("The relay's round in the database failed; it goes on trying", e);
    } else {
      LOG.debugf(e, "Round failed for the %d. time in a row", databaseFailuresInARow);
    }
  }

  /** Only for lanes whose lease has not ended by now, however long the round took. */
  private void send() {
    chains.drop(leases.ended(System.nanoTime()));
    for (UnsentRow row : chains.take(System.nanoTime())) {
      try {
        CompletableFuture<Void> unused =
            sender
                .send(row.record().stamped())
                .whenComplete((done, failure) -> events.add(new Event(row, failure)));
      } catch (RuntimeException e) {
        events.add(new Event(row, e));
      }
    }
  }

  private void await(Duration longest) throws InterruptedException {
    Event event = events.poll(longest.toNanos(), TimeUnit.NANOSECONDS);
    while (event != null) {
      handle(event);
      event = events.poll();
    }
  }

  private void handle(Event event) {
    UnsentRow row = event.row;
    if (row == null) {
      awake.set(false);
      nextReadNanos = earlier(nextReadNanos, System.nanoTime() + READ_GAP_NANOS);
    } else if (event.failure == null) {
      acknowledged(row);
    } else {
      failed(row, event.failure);
    }
  }

  private void acknowledged(UnsentRow row) {
    acknowledged++;
    if (toMark.isEmpty()) {
      markNanos = System.nanoTime() + config.markAfter().toNanos();
    }
    toMark.add(row);
    chains.acknowledged(row);
  }

  private void failed(UnsentRow row, Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException && failure.getCause() != null
            ? failure.getCause()
            : failure;
    boolean refused = cause instanceof RecordRefusedException;
    failed++;
    lastFailure = cause.toString();
    int failures = chains.failed(row, refused, System.nanoTime());
    if (refused && failures == 1) {
      LOG.errorf(cause, "%s is refused and holds back its key", row.record());
    } else {
      LOG.debugf(cause, "%s was not acknowledged", row.record());
    }
  }

  private Duration untilNext(long now) {
    long next = nextRenewNanos;
    next = earlier(next, nextMeasureNanos);
    next = chains.held() <= config.rowsInHand() / 2 ? earlier(next, nextReadNanos) : next;
    if (!toMark.isEmpty()) {
      next = toMark.size() >= config.rowsPerMark() ? now : earlier(next, markNanos);
    }
    if (databaseFailuresInARow > 0 && databaseRetryNanos - next > 0) {
      next = databaseRetryNanos;
    }
    Duration wait = Duration.ofNanos(Math.max(0, next - now));
    Duration longest = wait.compareTo(LONGEST_WAIT) < 0 ? wait : LONGEST_WAIT;
    return chains.untilRetry(now, longest);
  }

  private static long earlier(long a, long b) {
    return a - b < 0 ? a : b;
  }

  /** Waits for what is on its way, marks it, and gives the lanes back. */
  private void finish() throws InterruptedException {
    long deadline = System.nanoTime() + config.closeWithin().toNanos();
    while (chains.inFlight() > 0 && deadline - System.nanoTime() > 0) {
      await(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
    }
    if (chains.inFlight() > 0) {
      LOG.infof(
          "%d records are not acknowledged; the next owner sends them again", chains.inFlight());
    }
    try (Connection connection = database.getConnection()) {
      if (!toMark.isEmpty()) {
        mark(connection);
      }
      leases.release(connection);
    } catch (SQLException | RuntimeException e) {
      LOG.warn("The relay could not hand over; its leases end by themselves", e);
    }
  }

  private Relay.Metrics snapshot(boolean running) {
    return new Relay.Metrics(
        running,
        leases.owned(System.nanoTime()).size(),
        backlog.rows(),
        backlog.oldest(),
        backlog.oldestTransaction(),
        backlog.currentDay(),
        chains.blockedKeys(),
        chains.closedTopics(),
        chains.inFlight(),
        acknowledged,
        failed,
        databaseFailures,
        lastFailure);
  }
}
