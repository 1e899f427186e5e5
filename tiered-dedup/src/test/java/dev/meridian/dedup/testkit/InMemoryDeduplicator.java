package dev.meridian.dedup.testkit;

import dev.meridian.dedup.BatchRules;
import dev.meridian.dedup.Conflicts;
import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Deduplicator;
import dev.meridian.dedup.Fingerprint;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.Tier;
import dev.meridian.dedup.Verdict;
import dev.meridian.dedup.Work;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Gives the same verdicts as the real one, from memory: for tests of a consumer. Batches go one at
 * a time; what a transaction that throws had claimed is forgotten. {@link DeduplicatorContract}
 * holds both against the same suite.
 */
public final class InMemoryDeduplicator implements Deduplicator {
  private final InstantSource clock;
  private final Map<GroupKey, Row> rows = new HashMap<>();

  /** With this clock for when keys are first seen. */
  public InMemoryDeduplicator(InstantSource clock) {
    this.clock = clock;
  }

  private record GroupKey(String consumerGroup, String key) {}

  private record Row(Fingerprint fingerprint, int version, Instant firstSeen) {
    Verdict verdictOn(DedupKey message) {
      return version == message.fingerprintVersion() && !fingerprint.equals(message.fingerprint())
          ? new Verdict.Conflict(firstSeen)
          : new Verdict.Duplicate(Tier.WARM, firstSeen);
    }
  }

  @Override
  public synchronized <M> List<Verdict> process(
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
    Map<GroupKey, Row> claimed = new HashMap<>();
    List<Verdict> verdicts = new ArrayList<>();
    List<DedupKey> parked =
        transaction.run(
            connection -> {
              BatchRules.checkStorable(consumerGroup, keys);
              keys.forEach(each -> verdicts.add(claim(consumerGroup, each, claimed)));
              return BatchRules.work(connection, verdicts, messages, keys, work, conflicts);
            });
    parked.forEach(each -> claimed.remove(new GroupKey(consumerGroup, each.key())));
    rows.putAll(claimed);
    return List.copyOf(verdicts);
  }

  private Verdict claim(String consumerGroup, DedupKey key, Map<GroupKey, Row> claimed) {
    GroupKey name = new GroupKey(consumerGroup, key.key());
    Row known = rows.getOrDefault(name, claimed.get(name));
    if (known != null) {
      return known.verdictOn(key);
    }
    claimed.put(name, new Row(key.fingerprint(), key.fingerprintVersion(), clock.instant()));
    return new Verdict.New();
  }
}
