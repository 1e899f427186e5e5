package dev.meridian.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which row may be sent next. The rows of a topic and key form a chain: at most one is on its way,
 * the next one leaves after its acknowledgement. Chains go side by side, up to a bound.
 *
 * <p>A row that fails blocks its chain until its next attempt; the rest of the chain is let go and
 * read again later, so that it takes no room. When many chains of one topic fail, the topic is
 * closed: its rows are let go too, and one blocked row at a time probes it, until the first
 * acknowledgement opens it again. So memory stays bounded when a topic is missing or the broker
 * away, and other topics are not held up. A record that is refused itself never closes its topic.
 *
 * <p>Pure: no clock, no thread, no I/O. One thread only.
 */
final class Chains {
  /** So many blocked chains close their topic. */
  static final int BLOCKED_CLOSE_TOPIC = 32;

  private final int inFlightAtMost;
  private final Backoff backoff;
  private final RandomGenerator random;
  private final Map<ChainKey, Chain> chains = new HashMap<>();
  private final Map<String, Topic> topics = new HashMap<>();
  private final Deque<Chain> ready = new ArrayDeque<>();
  private final Set<Long> held = new HashSet<>();
  private int inFlight;

  private static final class Chain {
    final ChainKey key;
    final Topic topic;
    final PriorityQueue<UnsentRow> waiting =
        new PriorityQueue<>(Comparator.comparingLong(UnsentRow::seq));
    @Nullable UnsentRow sent;
    boolean queued;
    boolean refused;
    boolean orphaned;
    int failures;
    long retryNanos;

    Chain(ChainKey key, Topic topic) {
      this.key = key;
      this.topic = topic;
    }
  }

  private static final class Topic {
    final List<Chain> blocked = new ArrayList<>();
    boolean closed;
    @Nullable Chain probe;
    int failures;
    long probeNanos;

    long troubled() {
      return blocked.stream().filter(chain -> !chain.refused).count();
    }
  }

  Chains(int inFlightAtMost, Backoff backoff, RandomGenerator random) {
    this.inFlightAtMost = inFlightAtMost;
    this.backoff = backoff;
    this.random = random;
  }

  /** Takes rows in hand; what is in hand already, or excepted, is passed over. */
  void add(Collection<UnsentRow> rows) {
    for (UnsentRow row : rows) {
      ChainKey key = ChainKey.of(row.record());
      Topic topic = topics.computeIfAbsent(key.topic(), name -> new Topic());
      Chain known = chains.get(key);
      boolean excepted = topic.closed || (known != null && known.failures > 0);
      if (!excepted && held.add(row.seq())) {
        Chain chain = chains.computeIfAbsent(key, k -> new Chain(k, topic));
        chain.waiting.add(row);
        enqueue(chain);
      }
    }
  }

  /** The rows to send now, counted as on their way. */
  List<UnsentRow> take(long nowNanos) {
    topics.values().forEach(topic -> retry(topic, nowNanos));
    List<UnsentRow> taken = new ArrayList<>();
    while (inFlight < inFlightAtMost && !ready.isEmpty()) {
      Chain chain = ready.remove();
      chain.queued = false;
      UnsentRow row = chain.sent == null ? chain.waiting.poll() : null;
      if (row != null) {
        chain.sent = row;
        inFlight++;
        taken.add(row);
      }
    }
    return taken;
  }

  private void retry(Topic topic, long nowNanos) {
    if (!topic.closed) {
      List.copyOf(topic.blocked).stream()
          .filter(chain -> chain.retryNanos - nowNanos <= 0)
          .forEach(this::unblock);
    } else if (topic.probe == null && topic.probeNanos - nowNanos <= 0) {
      Chain probe =
          Collections.min(topic.blocked, (a, b) -> Long.signum(a.retryNanos - b.retryNanos));
      topic.probe = probe;
      unblock(probe);
    }
  }

  /** The broker has it. The row stays in hand until {@link #marked}. */
  void acknowledged(UnsentRow row) {
    Chain chain = landed(row);
    chain.failures = 0;
    chain.refused = false;
    open(chain.topic);
    settle(chain);
  }

  /**
   * The row was not acknowledged: it stays first in its chain, and the chain waits.
   *
   * @return how often it failed in a row; 0 if its lane was lost meanwhile
   */
  int failed(UnsentRow row, boolean refused, long nowNanos) {
    Chain chain = landed(row);
    Topic topic = chain.topic;
    boolean wasProbe = topic.probe == chain;
    topic.probe = wasProbe ? null : topic.probe;
    if (chain.orphaned) {
      held.remove(row.seq());
      settle(chain);
    } else {
      block(chain, row, refused, nowNanos);
    }
    if (topic.blocked.isEmpty() && topic.probe == null) {
      topic.closed = false;
    } else if (topic.closed && wasProbe) {
      delayProbe(topic, nowNanos);
    } else if (!topic.closed && topic.troubled() >= BLOCKED_CLOSE_TOPIC) {
      close(topic, nowNanos);
    }
    return chain.failures;
  }

  private void block(Chain chain, UnsentRow row, boolean refused, long nowNanos) {
    chain.failures++;
    letGo(chain);
    chain.waiting.add(row);
    chain.refused = refused;
    chain.retryNanos = nowNanos + backoff.after(chain.failures, random).toNanos();
    chain.topic.blocked.add(chain);
  }

  private void close(Topic topic, long nowNanos) {
    topic.closed = true;
    topic.failures = 0;
    delayProbe(topic, nowNanos);
    List.copyOf(chains.values()).stream()
        .filter(chain -> chain.topic == topic && chain.failures == 0)
        .forEach(this::letGo);
  }

  private void delayProbe(Topic topic, long nowNanos) {
    topic.failures++;
    topic.probeNanos = nowNanos + backoff.after(topic.failures, random).toNanos();
  }

  private void open(Topic topic) {
    if (topic.closed) {
      topic.closed = false;
      List.copyOf(topic.blocked).forEach(this::unblock);
    }
    topic.probe = null;
  }

  /**
   * Rows that are marked as sent, or whose mark was refused since their lane is lost: no longer in
   * hand.
   */
  void marked(Collection<UnsentRow> rows) {
    rows.forEach(row -> held.remove(row.seq()));
  }

  /** Lets go of everything of these lanes that is not on its way. */
  void drop(Set<Integer> lanes) {
    if (lanes.isEmpty()) {
      return;
    }
    for (Chain chain : List.copyOf(chains.values())) {
      UnsentRow any = chain.sent != null ? chain.sent : chain.waiting.peek();
      if (any != null && lanes.contains(any.lane())) {
        chain.topic.blocked.remove(chain);
        chain.failures = 0;
        chain.orphaned = chain.sent != null;
        letGo(chain);
      }
    }
    topics.values().stream()
        .filter(topic -> topic.blocked.isEmpty() && topic.probe == null)
        .forEach(topic -> topic.closed = false);
  }

  UnsentRows.Except except() {
    List<ChainKey> keys = new ArrayList<>();
    for (Chain chain : chains.values()) {
      if (chain.failures > 0 && !chain.topic.closed) {
        keys.add(chain.key);
      }
    }
    List<String> closed = new ArrayList<>();
    topics.forEach(
        (name, topic) -> {
          if (topic.closed) {
            closed.add(name);
          }
        });
    return new UnsentRows.Except(held, keys, closed);
  }

  int held() {
    return held.size();
  }

  int inFlight() {
    return inFlight;
  }

  /** Lanes of which a record is on its way. */
  Set<Integer> lanesInFlight() {
    return chains.values().stream()
        .map(chain -> chain.sent)
        .filter(Objects::nonNull)
        .map(UnsentRow::lane)
        .collect(Collectors.toSet());
  }

  /** Keys that a failed row holds back; a closed topic holds back more than these. */
  int blockedKeys() {
    return topics.values().stream().mapToInt(topic -> topic.blocked.size()).sum();
  }

  int closedTopics() {
    return (int) topics.values().stream().filter(topic -> topic.closed).count();
  }

  /**
   * How long {@link #take} has nothing more to give unless something comes in; never negative,
   * {@code longest} at most.
   */
  Duration untilRetry(long nowNanos, Duration longest) {
    long nanos = longest.toNanos();
    for (Topic topic : topics.values()) {
      if (topic.closed) {
        nanos = topic.probe != null ? nanos : Math.min(nanos, topic.probeNanos - nowNanos);
      } else {
        for (Chain chain : topic.blocked) {
          nanos = Math.min(nanos, chain.retryNanos - nowNanos);
        }
      }
    }
    return Duration.ofNanos(Math.max(nanos, 0));
  }

  private Chain landed(UnsentRow row) {
    Chain chain = chains.get(ChainKey.of(row.record()));
    if (chain == null || chain.sent == null || chain.sent.seq() != row.seq()) {
      throw new IllegalStateException("Outbox row " + row.seq() + " is not on its way");
    }
    chain.sent = null;
    inFlight--;
    return chain;
  }

  private void settle(Chain chain) {
    chain.orphaned = false;
    if (chain.waiting.isEmpty()) {
      chains.remove(chain.key);
    } else {
      enqueue(chain);
    }
  }

  private void unblock(Chain chain) {
    chain.topic.blocked.remove(chain);
    enqueue(chain);
  }

  private void enqueue(Chain chain) {
    if (!chain.queued && chain.sent == null) {
      chain.queued = true;
      ready.add(chain);
    }
  }

  private void letGo(Chain chain) {
    chain.waiting.forEach(row -> held.remove(row.seq()));
    chain.waiting.clear();
    if (chain.sent == null && chain.failures == 0) {
      chains.remove(chain.key);
    }
  }
}
