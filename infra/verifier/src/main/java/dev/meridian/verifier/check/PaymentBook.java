package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.util.ArrayList;
import java.util.List;

/** What all regions know of each payment, by its id. Not thread-safe. */
final class PaymentBook {
  private static final List<String> OUTCOMES = List.of("", "BOOKED", "REFUSED", "RETURNED");
  private static final int HEX_DIGITS_OF_A_LONG = 16;

  private final KeyIndex ids = new KeyIndex();
  private final List<String> regions = new ArrayList<>(List.of(""));
  private final Column origin = new Column();
  private final Column bookings = new Column();
  private final Column bookedMinor = new Column();
  private final Column outcome = new Column();
  private final Column fingerprintVersion = new Column();
  private final Column fingerprintHigh = new Column();
  private final Column fingerprintLow = new Column();

  private PaymentBook() {}

  static PaymentBook of(Evidence evidence) {
    PaymentBook book = new PaymentBook();
    evidence.digests().forEach(digest -> book.regions.add(digest.region()));
    evidence.each(
        Table.PAYMENT,
        (region, payment) ->
            book.origin.set(book.ids.add(payment.id()), book.regions.indexOf(region)));
    evidence.each(Table.ENTRY, (region, entry) -> book.add(entry));
    evidence.each(Table.OUTCOME, (region, outcome) -> book.add(outcome));
    return book;
  }

  Facts payment(String id) {
    return new Facts(ids.find(id));
  }

  /** Whether an entry moves a payment's money, or takes it back. */
  static boolean books(Row.Entry entry) {
    return sign(entry) != 0;
  }

  /** 1 if it moves a payment's money, -1 if it takes all of it back, else 0. */
  static int sign(Row.Entry entry) {
    String kind = entry.kind() == null ? "" : entry.kind();
    return switch (kind) {
      case "PAY" -> 1;
      case "RETURN", "REVERSAL" -> -1;
      default -> 0;
    };
  }

  private void add(Row.Entry entry) {
    if (!books(entry) || entry.paymentId() == null) {
      return;
    }
    int sign = sign(entry);
    int payment = ids.add(entry.paymentId());
    bookings.add(payment, sign);
    bookedMinor.add(payment, sign * entry.amountMinor());
  }

  private void add(Row.Outcome row) {
    int payment = ids.add(row.paymentId());
    outcome.set(payment, OUTCOMES.indexOf(row.outcome()));
    fingerprintVersion.set(payment, row.fingerprintVersion());
    fingerprintHigh.set(payment, high(row.fingerprint()));
    fingerprintLow.set(payment, low(row.fingerprint()));
  }

  private static long high(String hex) {
    return Long.parseUnsignedLong(hex, 0, Math.min(HEX_DIGITS_OF_A_LONG, hex.length()), 16);
  }

  private static long low(String hex) {
    int from = Math.max(0, hex.length() - HEX_DIGITS_OF_A_LONG);
    return Long.parseUnsignedLong(hex, from, hex.length(), 16);
  }

  /** One payment's facts; none if nobody knows the id. */
  final class Facts {
    private final int number;

    private Facts(int number) {
      this.number = number;
    }

    boolean known() {
      return get(origin) != 0;
    }

    boolean knownIn(String region) {
      return known() && regions.indexOf(region) == get(origin);
    }

    /** Entries PAY less RETURN and REVERSAL. */
    long bookings() {
      return get(bookings);
    }

    long bookedMinor() {
      return get(bookedMinor);
    }

    boolean hasOutcome() {
      return get(outcome) != 0;
    }

    boolean outcome(String expected) {
      return get(outcome) == OUTCOMES.indexOf(expected);
    }

    /** Only equal versions can differ. */
    boolean sayTheSame(int version, String fingerprint) {
      return get(fingerprintVersion) != version
          || (get(fingerprintHigh) == high(fingerprint) && get(fingerprintLow) == low(fingerprint));
    }

    private long get(Column column) {
      return number == KeyIndex.NONE ? 0 : column.get(number);
    }
  }
}
