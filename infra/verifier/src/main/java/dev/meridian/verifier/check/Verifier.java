package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Table;
import dev.meridian.verifier.digest.UnreadableDigestException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Judges a whole system by its regions' digests: the invariants of design section 12, as far as
 * there is something to hold them against. Reads the digests several times and keeps compact
 * indexes only: a million payments fit into 1 GB. Thread-safe.
 */
public final class Verifier {
  /** By number, from 1. */
  private static final List<Invariant> INVARIANTS =
      List.of(
          new BookedOnce(),
          new EntriesBalance(),
          new BalancesArePostings(),
          new LegsMatch(),
          new NothingLost(),
          new DuplicatesAddUp(),
          new NothingStaysOpen(),
          new LeasesDisjoint(),
          new PaymentsMatchEntries(),
          new MoneyConserved(),
          new WarmMatchesPayments(),
          new HistoriesArePaths(),
          new KafkaNotAhead());

  private Verifier() {}

  /**
   * Checks every invariant.
   *
   * @param digests one of each region, in any order
   * @throws UnreadableDigestException if a digest is damaged, a region's is missing or there twice,
   *     or one lacks a table that a check needs
   */
  public static Report check(List<Digest> digests, Expectations expectations) {
    requireAllRegions(digests);
    requireAllTables(digests);
    Evidence evidence = Evidence.of(digests, expectations);
    List<Judgement> judgements = new ArrayList<>();
    for (Invariant invariant : INVARIANTS) {
      Findings findings = new Findings(judgements.size() + 1);
      invariant.judge(evidence, findings);
      judgements.add(findings.judgement(invariant.sentence()));
    }
    return new Report(judgements);
  }

  private static void requireAllRegions(List<Digest> digests) {
    Set<String> present = new HashSet<>();
    for (Digest digest : digests) {
      if (!present.add(digest.region())) {
        throw new UnreadableDigestException(
            "two digests are of region " + digest.region() + ": give one of each", null);
      }
    }
    if (digests.isEmpty()) {
      throw new UnreadableDigestException("no digest was given", null);
    }
    Set<String> missing = new TreeSet<>();
    digests.forEach(digest -> missing.addAll(digest.header().partners()));
    missing.removeAll(present);
    if (!missing.isEmpty()) {
      throw new UnreadableDigestException(
          "the digests name regions whose own digest was not given: " + missing, null);
    }
  }

  private static void requireAllTables(List<Digest> digests) {
    for (Invariant invariant : INVARIANTS) {
      for (Table<?> table : invariant.needs()) {
        for (Digest digest : digests) {
          if (!digest.has(table)) {
            throw new UnreadableDigestException(
                "the digest of %s lacks table %s, needed for \"%s\": collect it again with this version"
                    .formatted(digest.region(), table.name(), invariant.sentence()),
                null);
          }
        }
      }
    }
  }
}
