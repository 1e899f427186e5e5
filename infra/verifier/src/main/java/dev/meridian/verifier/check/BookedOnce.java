package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/**
 * Invariant 1. Judged twice, by what homes say and by what they did: outcomes BOOKED, and entries
 * PAY less RETURN and REVERSAL. Refunds and cancels count by their own kind.
 */
final class BookedOnce implements Invariant {

  @Override
  public String sentence() {
    return "at most one BOOKED outcome per business key and kind, over all homes";
  }

  @Override
  public List<Table<?>> needs() {
    return List.of(Table.OUTCOME, Table.REVERSAL, Table.ENTRY);
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    judgeOutcomes(evidence, findings);
    judgeReversals(evidence, findings);
    judgeEntries(evidence, findings);
  }

  private static void judgeOutcomes(Evidence evidence, Findings findings) {
    KeyIndex booked = new KeyIndex();
    evidence.each(
        Table.OUTCOME,
        (region, outcome) -> {
          if (!outcome.outcome().equals("BOOKED")) {
            return;
          }
          findings.checked();
          int before = booked.size();
          booked.add(outcome.kind() + ' ' + outcome.businessKey());
          if (booked.size() == before) {
            findings.fail(
                region,
                outcome.businessKey(),
                "%s is BOOKED once more, for payment %s in entry %s"
                    .formatted(outcome.kind(), outcome.paymentId(), outcome.entryId()));
          }
        });
  }

  private static void judgeReversals(Evidence evidence, Findings findings) {
    KeyIndex booked = new KeyIndex();
    evidence.each(
        Table.REVERSAL,
        (region, reversal) -> {
          if (reversal.state().equals("REFUSED")) {
            return;
          }
          findings.checked();
          int before = booked.size();
          booked.add(reversal.kind() + ' ' + reversal.businessKey());
          if (booked.size() == before) {
            findings.fail(
                region,
                reversal.businessKey(),
                "%s is %s once more, as %s"
                    .formatted(reversal.kind(), reversal.state(), reversal.reversalId()));
          }
        });
  }

  private static void judgeEntries(Evidence evidence, Findings findings) {
    KeyIndex keys = new KeyIndex();
    Column net = new Column();
    evidence.each(
        Table.ENTRY,
        (region, entry) -> {
          if (weight(entry) != 0 && entry.businessKey() != null) {
            net.add(keys.add(entry.businessKey()), weight(entry));
          }
        });
    evidence.each(
        Table.ENTRY,
        (region, entry) -> {
          if (weight(entry) == 1 && entry.businessKey() != null) {
            long times = net.get(keys.find(entry.businessKey()));
            findings.failUnless(
                times <= 1,
                region,
                entry.businessKey(),
                "was booked %d times and not returned, once in entry %s of payment %s"
                    .formatted(times, entry.id(), entry.paymentId()));
          }
        });
  }

  private static int weight(Row.Entry entry) {
    return PaymentBook.sign(entry);
  }
}
