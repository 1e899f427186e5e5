package dev.meridian.dedup.testkit;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Deduplicator;
import dev.meridian.dedup.Disposition;
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
      List<M> messages,
      Function<M, DedupKey> key,
      Work<M> work)
      throws SQLException {
    if (messages.isEmpty()) {
      return List.of();
    }
    Map<GroupKey, Row> claimed = new HashMap<>();
    List<M> newOnes = new ArrayList<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (M message : messages) {
      DedupKey named = key.apply(message);
      GroupKey name = new GroupKey(consumerGroup, named.key());
      Row known = rows.getOrDefault(name, claimed.get(name));
      verdicts.add(known == null ? new Verdict.New() : known.verdictOn(named));
      if (known == null) {
        claimed.put(
            name, new Row(named.fingerprint(), named.fingerprintVersion(), clock.instant()));
        newOnes.add(message);
      }
    }
    List<Disposition> dispositions =
        transaction.run(
            connection ->
                newOnes.isEmpty()
                    ? List.of()
                    : checked(newOnes, key, work.apply(connection, List.copyOf(newOnes))));
    for (int i = 0; i < newOnes.size(); i++) {
      if (dispositions.get(i) == Disposition.PARKED) {
        claimed.remove(new GroupKey(consumerGroup, key.apply(newOnes.get(i)).key()));
      }
    }
    rows.putAll(claimed);
    return List.copyOf(verdicts);
  }

  private static <M> List<Disposition> checked(
      List<M> newOnes, Function<M, DedupKey> key, List<Disposition> dispositions) {
    if (dispositions.size() != newOnes.size()) {
      throw new IllegalStateException(
          "the work was given %d new messages and said what became of %d"
              .formatted(newOnes.size(), dispositions.size()));
    }
    for (int i = 0; i < newOnes.size(); i++) {
      if (dispositions.get(i) == null) {
        throw new IllegalStateException(
            "the work said null of the new message %s: say APPLIED or PARKED"
                .formatted(key.apply(newOnes.get(i)).key()));
      }
    }
    return dispositions;
  }
}
