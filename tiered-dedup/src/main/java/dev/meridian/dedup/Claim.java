package dev.meridian.dedup;

import dev.meridian.dedup.DedupMeters.HotAnswer;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A batch's verdicts within one transaction, and what is left to be done: {@link #forgetParked}
 * before the commit, {@link #committed} after it. Who never reaches the commit does nothing. Used
 * by one thread.
 */
public final class Claim {
  private final TieredDeduplicator deduplicator;
  private final String consumerGroup;
  private final List<Verdict> verdicts;
  private final Map<HotAnswer, Integer> hotAnswers;
  private final WarmTier.@Nullable Claimed warm;
  private final Map<String, KnownKey> toMark;

  Claim(
      TieredDeduplicator deduplicator,
      String consumerGroup,
      List<Verdict> verdicts,
      Map<HotAnswer, Integer> hotAnswers,
      WarmTier.@Nullable Claimed warm) {
    this.deduplicator = deduplicator;
    this.consumerGroup = consumerGroup;
    this.verdicts = List.copyOf(verdicts);
    this.hotAnswers = new EnumMap<>(HotAnswer.class);
    this.hotAnswers.putAll(hotAnswers);
    this.warm = warm;
    this.toMark = warm == null ? new HashMap<>() : new HashMap<>(warm.known());
  }

  /** One for each message, in the order of the batch. */
  public List<Verdict> verdicts() {
    return verdicts;
  }

  /**
   * Takes back the keys of messages that were parked and not applied, so that a later delivery is
   * new again. Messages that were told {@link Verdict.Conflict} may be among them; they left no
   * row, and the row of the message they contradict stays.
   *
   * @param connection the one of the claim, in the same transaction; a savepoint around the claim
   *     may be released meanwhile
   * @throws IllegalStateException if a message's row was made by another transaction: then its
   *     effect is committed and forgetting it would apply it twice
   */
  public void forgetParked(Connection connection, Collection<DedupKey> parked) throws SQLException {
    if (parked.isEmpty()) {
      return;
    }
    if (warm == null) {
      throw new IllegalStateException("all messages were duplicates: none can be parked");
    }
    parked.forEach(this::checkIsOurs);
    deduplicator
        .warmTier()
        .forget(connection, consumerGroup, parked, warm.at().generations().current());
    for (DedupKey key : parked) {
      KnownKey known = toMark.get(key.key());
      if (known != null && known.inserted() && known.isOf(key)) {
        toMark.remove(key.key());
      }
    }
  }

  private void checkIsOurs(DedupKey key) {
    KnownKey holder = toMark.get(key.key());
    if (holder != null && !holder.inserted() && holder.isOf(key)) {
      throw new IllegalStateException(
          "key %s of %s was applied by another transaction: its effect is committed, so it can't be forgotten"
              .formatted(key.key(), consumerGroup));
    }
  }

  /**
   * Holds the caller's work to it that the transaction is the same one still, and hasn't failed;
   * asks nothing where there was none.
   */
  void checkStillIn(Connection connection) throws SQLException {
    boolean duplicatesOnly =
        verdicts.stream().allMatch(verdict -> verdict instanceof Verdict.Duplicate);
    if (warm != null && !duplicatesOnly) {
      ClaimStatement.checkStillIn(connection, warm.at().transaction());
    }
  }

  /**
   * Marks what was applied, or found applied, and counts; to be called after the commit only.
   * Throws nothing of the hot tier's; waits for it unless marks are written elsewhere ({@link
   * TieredDeduplicator.Builder#markOn}).
   */
  public void committed() {
    deduplicator.count(consumerGroup, verdicts, hotAnswers);
    if (warm != null) {
      Instant now = warm.at().now();
      deduplicator.mark(consumerGroup, Map.copyOf(toMark), warm.at().incarnation(), now);
    }
  }
}
