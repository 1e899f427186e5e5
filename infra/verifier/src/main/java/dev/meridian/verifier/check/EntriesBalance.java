package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/** Invariant 2. Postings are added up by each region's database, in one snapshot. */
final class EntriesBalance implements Invariant {

  @Override
  public String sentence() {
    return "each entry has two or more postings of its own and sums to zero per currency";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.ENTRY);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.each(Table.ENTRY, (region, entry) -> judge(region, entry, findings));
  }

  private static void judge(String region, Row.Entry entry, Findings findings) {
    findings.checked();
    findings.failUnless(
        entry.kind() != null, region, entry.id(), "has postings, but there is no such entry");
    findings.failUnless(
        entry.postings() >= 2,
        region,
        entry.id(),
        "has %d postings, not two or more".formatted(entry.postings()));
    findings.failUnless(
        entry.imbalanceMinor() == 0,
        region,
        entry.id(),
        "is off by %,d minor units of %s".formatted(entry.imbalanceMinor(), entry.currency()));
  }
}
