package dev.meridian.ledger.statement;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of an account's statement: what was booked after {@code from} and not after {@code to}.
 *
 * @param opening the balance as of {@code from}; the closing one of the statement before
 * @param closing the balance as of {@code to}
 * @param lines in the order of their numbers
 * @param next what to ask the next page after; null if this is the last one
 */
public record Statement(
    BalanceAt opening, BalanceAt closing, List<PostingLine> lines, @Nullable Long next) {

  /** The period of a statement. */
  public record Period(Instant from, Instant to) {
    public Period {
      if (from.isAfter(to)) {
        throw new IllegalArgumentException("a statement from " + from + " can't end at " + to);
      }
    }
  }
}
