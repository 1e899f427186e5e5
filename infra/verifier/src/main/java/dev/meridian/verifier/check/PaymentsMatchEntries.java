package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;
import java.util.stream.Stream;

/** Invariant 9: what origins say of a payment, and what homes have booked for it. */
final class PaymentsMatchEntries implements Invariant {
  private static final String KIND = "PaymentRequested";

  @Override
  public String sentence() {
    return "each SETTLED payment has its entry and fingerprint, each entry its payment; others none";
  }

  @Override
  public List<Table<?>> needs() {
    return Stream.concat(
            Stream.of(Table.PAYMENT, Table.ENTRY, Table.OUTCOME, Table.ASKER),
            ReversalsMatch.NEEDS.stream())
        .toList();
  }

  @Override
  public void judge(Evidence evidence, Findings findings) {
    PaymentBook book = PaymentBook.of(evidence);
    evidence.each(
        Table.PAYMENT,
        (region, payment) -> {
          if (payment.state().equals("ROUTED")) {
            return;
          }
          if (evidence.tooYoung(payment.updatedAt())) {
            findings.leftOut();
            return;
          }
          findings.checked();
          judge(region, payment, book.payment(payment.id()), findings);
          judgeWinner(region, payment, book, findings);
        });
    judgeEntries(evidence, book, findings);
    judgeOutcomes(evidence, book, findings);
    ReversalsMatch.judge(evidence, findings);
  }

  private static void judge(
      String region, Row.Payment payment, PaymentBook.Facts facts, Findings findings) {
    String key = payment.id() + " " + payment.businessKey();
    if (!payment.state().equals("SETTLED")) {
      findings.failUnless(
          facts.bookings() == 0,
          region,
          key,
          "is %s, and has %d entries that nothing cancels out"
              .formatted(payment.state(), facts.bookings()));
      return;
    }
    findings.failUnless(
        facts.bookings() == 1,
        region,
        key,
        "is SETTLED, with %d entries in %s".formatted(facts.bookings(), payment.homeRegion()));
    findings.failUnless(
        facts.outcome("BOOKED"),
        region,
        key,
        "is SETTLED, but %s has no BOOKED outcome for it".formatted(payment.homeRegion()));
    findings.failUnless(
        !facts.hasOutcome()
            || facts.sayTheSame(payment.fingerprintVersion(), payment.fingerprint()),
        region,
        key,
        "has another fingerprint in %s".formatted(payment.homeRegion()));
    findings.failUnless(
        facts.bookings() != 1 || facts.bookedMinor() == payment.amountMinor(),
        region,
        key,
        "is over %,d minor units, its entry over %,d"
            .formatted(payment.amountMinor(), facts.bookedMinor()));
  }

  private static void judgeWinner(
      String region, Row.Payment payment, PaymentBook book, Findings findings) {
    String winner = payment.duplicateOf();
    findings.failUnless(
        winner == null || book.payment(winner).known(),
        region,
        payment.id() + " " + payment.businessKey(),
        "is DUPLICATE_OF %s, which no region knows".formatted(winner));
  }

  private static void judgeEntries(Evidence evidence, PaymentBook book, Findings findings) {
    evidence.each(
        Table.ENTRY,
        (region, entry) -> {
          if (!PaymentBook.books(entry) || entry.at() == null || entry.paymentId() == null) {
            return;
          }
          if (evidence.tooYoung(entry.at())) {
            findings.leftOut();
            return;
          }
          findings.checked();
          PaymentBook.Facts facts = book.payment(entry.paymentId());
          String key = entry.id() + " " + entry.businessKey();
          findings.failUnless(
              facts.known(),
              region,
              key,
              "books payment %s, which no region knows".formatted(entry.paymentId()));
          findings.failUnless(
              facts.hasOutcome(),
              region,
              key,
              "books payment %s, for which %s has no outcome".formatted(entry.paymentId(), region));
        });
  }

  private static void judgeOutcomes(Evidence evidence, PaymentBook book, Findings findings) {
    evidence.each(
        Table.OUTCOME,
        (region, outcome) -> {
          if (outcome.kind().equals(KIND) && !evidence.tooYoung(outcome.at())) {
            findings.checked();
            findings.failUnless(
                book.payment(outcome.paymentId()).knownIn(outcome.originRegion()),
                region,
                outcome.paymentId() + " " + outcome.businessKey(),
                "is %s here, but %s, which asked, has no such payment"
                    .formatted(outcome.outcome(), outcome.originRegion()));
          }
        });
    evidence.each(
        Table.ASKER,
        (region, asker) -> {
          if (asker.kind().equals(KIND) && !evidence.tooYoung(asker.at())) {
            findings.checked();
            findings.failUnless(
                book.payment(asker.paymentId()).knownIn(asker.originRegion()),
                region,
                asker.paymentId() + " " + asker.businessKey(),
                "asked too, but %s has no such payment".formatted(asker.originRegion()));
          }
        });
  }
}
