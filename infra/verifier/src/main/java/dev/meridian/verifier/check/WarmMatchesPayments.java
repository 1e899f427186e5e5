package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/** Invariant 11, for hot and warm; both sides are compared inside the region, in one snapshot. */
final class WarmMatchesPayments implements Invariant {

  @Override
  public String sentence() {
    return "each warm row and hot mark has a payment, each payment is in warm";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.DEDUP_GAP, Table.DEDUP_COUNT);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    evidence.each(
        Table.DEDUP_COUNT,
        (region, count) -> findings.checked(count.warmRows() + count.payments()));
    evidence.each(
        Table.DEDUP_GAP, (region, gap) -> findings.fail(region, gap.key(), sentence(gap)));
  }

  private static String sentence(Row.DedupGap gap) {
    return switch (gap.side()) {
      case WARM_WITHOUT_PAYMENT ->
          "the warm tier knows it since %s, and it has no payment".formatted(gap.since());
      case PAYMENT_WITHOUT_WARM ->
          "has a payment since %s, and the warm tier doesn't know it".formatted(gap.since());
      case HOT_WITHOUT_PAYMENT ->
          "a hot mark says applied since %s, and there is no row for it".formatted(gap.since());
      case HOT_UNREADABLE ->
          "there is a hot mark of this name that can't be read, so it can't be held against a row";
    };
  }
}
