package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;

/**
 * Invariant 12 at the homes: what went back of a payment, by its entries, by its reversals and by
 * its capture. No entry may give back what no reversal stands for.
 */
final class RefundsWithinPaid {
  private final KeyIndex payments = new KeyIndex();
  private final Column reversedMinor = new Column();
  private final KeyIndex entries = new KeyIndex();
  private final Column entryMinor = new Column();
  private final Column explained = new Column();

  private RefundsWithinPaid() {}

  static void judge(Evidence evidence, Findings findings) {
    RefundsWithinPaid refunds = new RefundsWithinPaid();
    evidence.each(Table.ENTRY, (region, entry) -> refunds.add(region, entry));
    evidence.each(Table.REVERSAL, (region, reversal) -> refunds.judge(region, reversal, findings));
    evidence.each(Table.CAPTURE, (region, capture) -> refunds.judge(region, capture, findings));
    evidence.each(Table.ENTRY, (region, entry) -> refunds.explain(region, entry, findings));
  }

  private static boolean givesBack(Row.Entry entry) {
    return "REFUND".equals(entry.kind()) || "REVERSAL".equals(entry.kind());
  }

  private void add(String region, Row.Entry entry) {
    if (givesBack(entry)) {
      entryMinor.add(entries.add(region + ' ' + entry.id()), entry.amountMinor());
    }
  }

  private void judge(String region, Row.Reversal reversal, Findings findings) {
    Long amount = reversal.amountMinor();
    if (amount == null || reversal.state().equals("REFUSED")) {
      return;
    }
    findings.checked();
    if (!reversal.state().equals("WAITING") && reversal.paymentRequestKey() != null) {
      String payment = key(region, reversal.paymentBusinessKey(), reversal.paymentRequestKey());
      reversedMinor.add(payments.add(payment), amount);
    }
    if (reversal.entryId() == null) {
      return;
    }
    int entry = entries.find(region + ' ' + reversal.entryId());
    if (entry == KeyIndex.NONE) {
      return; // a cancel that the return of a refused leg has answered
    }
    explained.add(entry, 1);
    findings.failUnless(
        entryMinor.get(entry) == amount,
        region,
        reversal.reversalId(),
        "gives %,d back, its entry %,d".formatted(amount, entryMinor.get(entry)));
  }

  private void judge(String region, Row.Capture capture, Findings findings) {
    findings.checked();
    int payment = payments.find(key(region, capture.businessKey(), capture.requestKey()));
    long reversed = payment == KeyIndex.NONE ? 0 : reversedMinor.get(payment);
    findings.failUnless(
        capture.refundedMinor() == reversed
            && reversed <= capture.capturedMinor()
            && Long.valueOf(capture.capturedMinor()).equals(capture.paidMinor()),
        region,
        capture.paymentId() + " " + capture.businessKey(),
        "paid %,d; the capture says %,d of %,d went back, its reversals %,d"
            .formatted(
                capture.paidMinor(), capture.refundedMinor(), capture.capturedMinor(), reversed));
  }

  private void explain(String region, Row.Entry entry, Findings findings) {
    if (!givesBack(entry) || entry.paymentId() == null) {
      return;
    }
    findings.failUnless(
        explained.get(entries.find(region + ' ' + entry.id())) == 1,
        region,
        entry.id(),
        "gives %,d of %s back, and no refund or cancel says so"
            .formatted(entry.amountMinor(), entry.paymentId()));
  }

  private static String key(String region, String businessKey, String requestKey) {
    return region + ' ' + businessKey + ' ' + requestKey;
  }
}
