package dev.meridian.dedup;

import dev.meridian.dedup.DedupMeters.HotAnswer;
import dev.meridian.dedup.DedupMeters.Marked;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The deduplicator on PostgreSQL, with Redis before it where there is one.
 *
 * <p>A batch costs one round trip to Redis, one to PostgreSQL (two if warm knew a key, three if hot
 * knew some and not all), the work's own, the commit, and one to Redis, which a {@link MarkThread}
 * takes off the consumer. If hot knew all, PostgreSQL is asked for its incarnation alone.
 *
 * <p>{@link #process} does everything. Services that bring their own transactions and repeat them
 * use the three steps themselves: {@link #lookUp} before the transaction, {@link #claim} in it,
 * {@link Claim#committed} after it.
 *
 * <p>Thread-safe: one per process.
 */
public final class TieredDeduplicator implements Deduplicator {
  private final WarmTier warmTier;
  private final DedupTables tables;
  private final @Nullable HotTier hotTier;
  private final @Nullable InFlight inFlight;
  private final Windows windows;
  private final Map<String, Windows> windowsOfGroups;
  private final DedupMeters meters;
  private final Executor marking;

  private TieredDeduplicator(Builder builder) {
    this.tables = builder.tables;
    this.warmTier = new WarmTier(tables);
    this.meters = builder.meters;
    this.marking = builder.marking;
    this.windows = builder.windows;
    this.windowsOfGroups = Map.copyOf(builder.windowsOfGroups);
    MarkStore store = builder.store;
    MarkCache cache =
        builder.cachedMarks == 0 ? MarkCache.NONE : new CaffeineMarkCache(builder.cachedMarks);
    this.hotTier = store == null ? null : new HotTier(store, cache, meters);
    Duration patience = builder.patience;
    this.inFlight = store == null || patience == null ? null : new InFlight(store, patience);
  }

  /** Begins with the warm tier alone, on tables of the default names. */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public <M> List<Verdict> process(
      InTransaction transaction,
      String consumerGroup,
      List<M> batch,
      Function<M, DedupKey> key,
      Work<M> work,
      Conflicts<M> conflicts)
      throws SQLException {
    if (batch.isEmpty()) {
      return List.of();
    }
    List<M> messages = List.copyOf(batch);
    List<DedupKey> keys = messages.stream().map(key).toList();
    Hold held = hold(consumerGroup, keys);
    try {
      Lookup lookup = lookUp(consumerGroup, keys);
      Claim claim =
          transaction.run(
              connection -> {
                Claim claimed = claim(connection, consumerGroup, lookup, keys);
                List<Verdict> verdicts = claimed.verdicts();
                List<DedupKey> parked =
                    BatchRules.work(connection, verdicts, messages, keys, work, conflicts);
                claimed.checkStillIn(connection);
                claimed.forgetParked(connection, parked);
                return claimed;
              });
      claim.committed();
      return claim.verdicts();
    } finally {
      held.close();
    }
  }

  /**
   * Where {@link Builder#waitForOthers} was called: tells other instances that these keys are being
   * worked on, and waits for those that another one holds, as long as the patience lasts; to be
   * called before the look-up and closed after the commit. Else does nothing. Never throws for the
   * hot tier's sake.
   */
  public Hold hold(String consumerGroup, List<DedupKey> keys) {
    return inFlight == null ? Hold.NOTHING : inFlight.hold(consumerGroup, keys);
  }

  /**
   * Asks the hot tier, in one round trip; to be called outside of a transaction. Never throws for
   * the hot tier's sake.
   */
  public Lookup lookUp(String consumerGroup, List<DedupKey> messages) {
    if (hotTier == null) {
      return Lookup.nothing();
    }
    Set<String> keys = messages.stream().map(DedupKey::key).collect(Collectors.toSet());
    return new Lookup(consumerGroup, hotTier.read(consumerGroup, keys), true);
  }

  /**
   * Gives each message its verdict, and claims the keys of the new ones until the transaction ends:
   * for good if it commits, not at all if it rolls back. One claim per transaction: two have no
   * common order.
   *
   * @param connection in a READ COMMITTED transaction of the caller, begun after the look-up
   * @param lookup what hot said of these keys, and maybe of others
   * @throws IllegalStateException if the connection is in auto-commit or not in READ COMMITTED
   * @throws IllegalArgumentException if the look-up was made for another group
   * @throws SQLException from the database; of SQLSTATE class 23 if a key is too long, 22 if it
   *     can't be stored as text, which the message names. The transaction must be rolled back
   */
  public Claim claim(
      Connection connection, String consumerGroup, Lookup lookup, List<DedupKey> messages)
      throws SQLException {
    ClaimStatement.checkInTransaction(connection);
    lookup.checkIsOf(consumerGroup);
    Map<HotAnswer, Integer> answers = new EnumMap<>(HotAnswer.class);
    List<@Nullable Verdict> fromHot = new ArrayList<>(messages.size());
    List<DedupKey> rest = new ArrayList<>(messages.size());
    Hits hits = new Hits(connection, lookup);
    for (DedupKey message : messages) {
      Mark hit = hits.of(message, answers);
      fromHot.add(hit == null ? null : new Verdict.Duplicate(Tier.HOT, hit.firstSeen()));
      if (hit == null) {
        rest.add(message);
      }
    }
    WarmTier.Claimed warm = rest.isEmpty() ? null : warmTier.take(connection, consumerGroup, rest);
    return new Claim(this, consumerGroup, merged(fromHot, warm), answers, warm);
  }

  private static List<Verdict> merged(
      List<@Nullable Verdict> fromHot, WarmTier.@Nullable Claimed warm) {
    Iterator<Verdict> others =
        warm == null ? List.<Verdict>of().iterator() : warm.verdicts().iterator();
    List<Verdict> all = new ArrayList<>(fromHot.size());
    for (Verdict verdict : fromHot) {
      all.add(verdict == null ? others.next() : verdict);
    }
    return all;
  }

  /** Holds marks against messages and, if one fits, against the database's incarnation. */
  private final class Hits {
    private final Connection connection;
    private final Lookup lookup;
    private @Nullable Incarnation present;

    Hits(Connection connection, Lookup lookup) {
      this.connection = connection;
      this.lookup = lookup;
    }

    @Nullable Mark of(DedupKey message, Map<HotAnswer, Integer> answers) throws SQLException {
      if (!lookup.asked()) {
        return null;
      }
      Mark mark = lookup.marks().get(message.key());
      HotAnswer answer = mark == null ? HotAnswer.MISS : answer(mark, message);
      answers.merge(answer, 1, Integer::sum);
      return answer == HotAnswer.HIT ? mark : null;
    }

    private HotAnswer answer(Mark mark, DedupKey message) throws SQLException {
      if (!mark.answers(message)) {
        return HotAnswer.OTHER_FINGERPRINT;
      }
      Incarnation now = present == null ? Incarnation.read(connection, tables) : present;
      present = now;
      return mark.incarnation().equals(now) ? HotAnswer.HIT : HotAnswer.OTHER_INCARNATION;
    }
  }

  /**
   * What each tier knows of one key, for people. Blocks on both tiers.
   *
   * @param transaction runs a look at the warm tier
   */
  public KeyReport whereIs(InTransaction transaction, String consumerGroup, String key)
      throws SQLException {
    Mark mark = hotTier == null ? null : hotTier.read(consumerGroup, Set.of(key)).get(key);
    return transaction.run(
        connection ->
            KeyReport.of(
                mark,
                Incarnation.read(connection, tables),
                warmTier.find(connection, consumerGroup, key)));
  }

  /** For how long keys of that group stay in each tier. */
  public Windows windowsOf(String consumerGroup) {
    return windowsOfGroups.getOrDefault(consumerGroup, windows);
  }

  WarmTier warmTier() {
    return warmTier;
  }

  void mark(
      String consumerGroup, Map<String, KnownKey> known, Incarnation incarnation, Instant now) {
    HotTier hot = hotTier;
    if (hot != null) {
      Duration window = windowsOf(consumerGroup).hot();
      try {
        marking.execute(() -> hot.write(consumerGroup, known, incarnation, window, now));
      } catch (RejectedExecutionException unwritten) {
        // the commit stands; warm answers for these keys
        meters.countMarks(consumerGroup, Marked.FAILED, known.size());
      }
    }
  }

  void count(String consumerGroup, List<Verdict> verdicts, Map<HotAnswer, Integer> answers) {
    answers.forEach((answer, n) -> meters.countHot(consumerGroup, answer, n));
    for (Verdict verdict : verdicts) {
      if (verdict instanceof Verdict.Duplicate duplicate) {
        meters.countDuplicate(consumerGroup, duplicate.tier());
      } else if (verdict instanceof Verdict.Conflict) {
        meters.countConflict(consumerGroup);
      } else {
        meters.countNew(consumerGroup);
      }
    }
  }

  /** Puts a deduplicator together. Not thread-safe. */
  public static final class Builder {
    private DedupTables tables = DedupTables.DEFAULT;
    private Windows windows = Windows.DEFAULT;
    private final Map<String, Windows> windowsOfGroups = new HashMap<>();
    private @Nullable MarkStore store;
    private long cachedMarks;
    private @Nullable Duration patience;
    private DedupMeters meters = DedupMeters.NONE;
    private Executor marking = Runnable::run;

    private Builder() {}

    /** On tables of other names. */
    public Builder tables(DedupTables value) {
      tables = value;
      return this;
    }

    /** For groups without windows of their own. */
    public Builder windows(Windows value) {
      windows = value;
      return this;
    }

    /** For one group. */
    public Builder windows(String consumerGroup, Windows value) {
      windowsOfGroups.put(consumerGroup, value);
      return this;
    }

    /** With a hot tier in that store. */
    public Builder hot(MarkStore value) {
      store = value;
      return this;
    }

    /** With a cache of so many applied keys before the store; needs Caffeine. */
    public Builder cache(long marksAtMost) {
      if (marksAtMost < 0) {
        throw new IllegalArgumentException(marksAtMost + " cached marks are less than none");
      }
      cachedMarks = marksAtMost;
      return this;
    }

    /**
     * With claims on keys that are being worked on, in the hot store: {@link #process} and {@link
     * #hold} wait for another instance's, so long at most, before the same work is done. It decides
     * nothing: the database does. Worth it where the same message reaches two instances at once and
     * its work is dear.
     */
    public Builder waitForOthers(Duration value) {
      if (value.isNegative() || value.compareTo(InFlight.LONGEST_PATIENCE) > 0) {
        throw new IllegalArgumentException(
            "waiting " + value + " is not 0 to " + InFlight.LONGEST_PATIENCE);
      }
      patience = value;
      return this;
    }

    /**
     * Writes marks there, so that a consumer doesn't wait for them after its commit, such as on a
     * {@link MarkThread}; by default on the consumer's own thread. Until a mark is written, warm
     * answers.
     */
    public Builder markOn(Executor value) {
      marking = value;
      return this;
    }

    /** Tells what happens. */
    public Builder meters(DedupMeters value) {
      meters = value;
      return this;
    }

    /** The deduplicator. */
    public TieredDeduplicator build() {
      return new TieredDeduplicator(this);
    }
  }
}
