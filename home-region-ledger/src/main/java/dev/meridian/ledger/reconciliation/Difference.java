package dev.meridian.ledger.reconciliation;

import java.util.List;

/**
 * Something that doesn't agree.
 *
 * @param subject the entry, account, leg, or pair of home and currency
 * @param what what disagrees
 * @param expected what it should be, as digits; sums may leave 64 bits
 * @param actual what it is, as digits
 * @param entryIds the entries that it shows at, or the last ones before it; a few of them
 */
public record Difference(
    String subject, String what, String expected, String actual, List<String> entryIds) {
  public Difference {
    entryIds = List.copyOf(entryIds);
  }
}
