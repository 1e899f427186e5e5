package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.List;

/** What all homes know of each leg, by its id. Not thread-safe. */
final class LegBook {
  private static final List<String> STATUSES = List.of("", "BOOKED", "REFUSED", "SUSPENSE");

  private final KeyIndex ids = new KeyIndex();
  private final Column legs = new Column();
  private final Column status = new Column();
  private final Column outcomeMinor = new Column();
  private final Column credits = new Column();
  private final Column creditedMinor = new Column();
  private final Column returns = new Column();
  private final Column returnedMinor = new Column();

  private LegBook() {}

  static LegBook of(Evidence evidence) {
    LegBook book = new LegBook();
    evidence.each(Table.PAYMENT_LEG, (region, leg) -> book.legs.add(book.ids.add(leg.legId()), 1));
    evidence.each(
        Table.REVERSAL,
        (region, reversal) -> {
          if (reversal.legId() != null) {
            book.legs.add(book.ids.add(reversal.legId()), 1);
          }
        });
    evidence.each(Table.LEG_OUTCOME, (region, outcome) -> book.add(outcome));
    evidence.each(Table.ENTRY, (region, entry) -> book.add(entry));
    return book;
  }

  Leg leg(String id) {
    return new Leg(ids.find(id));
  }

  private void add(Row.LegOutcome outcome) {
    int leg = ids.add(outcome.legId());
    status.set(leg, STATUSES.indexOf(outcome.status()));
    outcomeMinor.set(leg, outcome.amountMinor());
  }

  private void add(Row.Entry entry) {
    if (entry.legId() == null || entry.kind() == null) {
      return;
    }
    int leg = ids.add(entry.legId());
    switch (entry.kind()) {
      case "CREDIT_LEG", "DEBIT_LEG" -> {
        credits.add(leg, 1);
        creditedMinor.add(leg, entry.amountMinor());
      }
      case "RETURN", "REFUND", "REVERSAL" -> {
        returns.add(leg, 1);
        returnedMinor.add(leg, entry.amountMinor());
      }
      default -> {}
    }
  }

  /** One leg's facts. */
  final class Leg {
    private final int number;

    private Leg(int number) {
      this.number = number;
    }

    boolean hasLeg() {
      return legs.get(number) > 0;
    }

    boolean hasOutcome() {
      return status.get(number) != 0;
    }

    boolean answered(String expected) {
      return status.get(number) == STATUSES.indexOf(expected);
    }

    long outcomeMinor() {
      return outcomeMinor.get(number);
    }

    /** Entries in which the other home booked it: credits, or a reversal's debit. */
    long credits() {
      return credits.get(number);
    }

    long creditedMinor() {
      return creditedMinor.get(number);
    }

    /** Entries in which money came back to the payer: returns, refunds and reversals. */
    long returns() {
      return returns.get(number);
    }

    long returnedMinor() {
      return returnedMinor.get(number);
    }
  }
}
