package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Invariant 8, by the leases; that a generator's ids rise within them is its own tests' to show.
 *
 * <p>Which lease came later is said by its number in the database's log, never by its time: the
 * clock may have been set back between two of them. Leases without a number are only held against
 * where the next block begins.
 */
final class LeasesDisjoint implements Invariant {
  private static final Comparator<Row.Lease> BY_RANGE =
      Comparator.comparingInt(Row.Lease::epoch).thenComparingLong(Row.Lease::first);

  private static final Comparator<Row.Lease> AS_LEASED =
      Comparator.comparing(Row.Lease::database).thenComparingLong(Row.Lease::number);

  @Override
  public String sentence() {
    return "lease ranges are disjoint, epochs never fall, a kind has one database";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.LEASE, Table.BLOCK);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    Map<String, List<Row.Lease>> leases = new TreeMap<>();
    evidence.each(
        Table.LEASE,
        (region, lease) ->
            leases
                .computeIfAbsent(lease.kind() + "-" + lease.region(), k -> new ArrayList<>())
                .add(lease));
    leases.forEach(
        (generator, own) -> {
          findings.checked(own.size());
          judgeRanges(generator, own, findings);
          judgeEpochs(generator, own, findings);
        });
    Map<String, String> owners = new HashMap<>();
    evidence.each(
        Table.BLOCK,
        (region, block) -> {
          String generator = block.kind() + "-" + block.region();
          judge(region, generator, block, leases.getOrDefault(generator, List.of()), findings);
          String place = region + " " + block.database();
          String owner = owners.putIfAbsent(generator, place);
          findings.failUnless(
              owner == null,
              region,
              generator,
              "is given out by database %s and by %s".formatted(place, owner));
        });
  }

  private static void judgeRanges(String generator, List<Row.Lease> leases, Findings findings) {
    leases.sort(BY_RANGE);
    for (int i = 1; i < leases.size(); i++) {
      Row.Lease before = leases.get(i - 1);
      Row.Lease lease = leases.get(i);
      findings.failUnless(
          lease.epoch() != before.epoch() || lease.first() > before.last(),
          lease.region(),
          generator,
          "epoch %d: sequences %d to %d and %d to %d overlap"
              .formatted(
                  lease.epoch(), before.first(), before.last(), lease.first(), lease.last()));
    }
  }

  private static void judgeEpochs(String generator, List<Row.Lease> leases, Findings findings) {
    leases.sort(AS_LEASED);
    for (int i = 1; i < leases.size(); i++) {
      Row.Lease before = leases.get(i - 1);
      Row.Lease lease = leases.get(i);
      findings.failUnless(
          !mayBeCompared(before, lease) || lease.epoch() >= before.epoch(),
          lease.region(),
          generator,
          "the epoch fell from %d to %d with lease %d of %s, by its clock at %s"
              .formatted(
                  before.epoch(), lease.epoch(), lease.number(), lease.database(), lease.at()));
    }
  }

  private static boolean mayBeCompared(Row.Lease before, Row.Lease lease) {
    return before.number() > 0 && lease.database().equals(before.database());
  }

  /** What will be given out next must not have been given out. */
  private static void judge(
      String region, String generator, Row.Block block, List<Row.Lease> leases, Findings findings) {
    for (Row.Lease lease : leases) {
      boolean ahead = lease.epoch() == block.epoch() && lease.last() >= block.nextSequence();
      findings.failUnless(
          !ahead && lease.epoch() <= block.epoch(),
          region,
          generator,
          "the next block begins at %d in epoch %d, but %d in epoch %d was given out"
              .formatted(block.nextSequence(), block.epoch(), lease.last(), lease.epoch()));
    }
  }
}
