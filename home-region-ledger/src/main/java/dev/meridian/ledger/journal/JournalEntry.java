package dev.meridian.ledger.journal;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One move of money, explained. An unbalanced one can't be built, and the database refuses it again
 * (trigger {@code posting_entry_balanced}).
 *
 * @param id names the entry
 * @param kind why it was made
 * @param businessKey the intent that it serves
 * @param paymentId the payment that it serves; null if none
 * @param legId the leg that it books or returns; null if none
 * @param cause the message, or the request's reference, that made it
 * @param at when it was decided
 * @param postings two or more, each to another account, that sum to zero per currency
 */
public record JournalEntry(
    String id,
    EntryKind kind,
    BusinessKey businessKey,
    @Nullable String paymentId,
    @Nullable String legId,
    String cause,
    Instant at,
    List<Posting> postings) {

  /** Most lines of one entry. */
  public static final int POSTINGS_AT_MOST = 1_000;

  /**
   * @throws IllegalArgumentException if the postings don't balance
   * @throws ArithmeticException if a sum leaves 64 bits
   */
  public JournalEntry {
    postings = List.copyOf(postings);
    if (postings.size() < 2 || postings.size() > POSTINGS_AT_MOST) {
      throw new IllegalArgumentException(
          "entry %s has %d postings, not 2 to %d".formatted(id, postings.size(), POSTINGS_AT_MOST));
    }
    if (postings.stream().map(Posting::accountId).distinct().count() < postings.size()) {
      throw new IllegalArgumentException("entry " + id + " posts twice to one account");
    }
    sums(postings).values().stream()
        .filter(sum -> sum.minor() != 0)
        .findFirst()
        .ifPresent(sum -> refuse(id, sum));
  }

  /**
   * The plain case: an amount goes from one account to another.
   *
   * @param amount above zero
   */
  public static List<Posting> transfer(String from, String to, Money amount) {
    return List.of(new Posting(from, amount.negated()), new Posting(to, amount));
  }

  private static Map<String, Money> sums(List<Posting> postings) {
    Map<String, Money> sums = new HashMap<>();
    postings.forEach(p -> sums.merge(p.amount().currency(), p.amount(), Money::plus));
    return sums;
  }

  private static void refuse(String id, Money sum) {
    throw new IllegalArgumentException(
        "entry %s sums to %d %s, not to zero".formatted(id, sum.minor(), sum.currency()));
  }
}
