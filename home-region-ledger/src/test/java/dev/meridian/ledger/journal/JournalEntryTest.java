package dev.meridian.ledger.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

final class JournalEntryTest {
  private static final Money FIVE = new Money(5, "EUR");

  @Test
  void new_twoPostingsThatCancelOut_isAnEntry() {
    JournalEntry entry = entry(JournalEntry.transfer("a", "b", FIVE));

    assertThat(entry.postings())
        .containsExactly(new Posting("a", FIVE.negated()), new Posting("b", FIVE));
  }

  @Test
  void new_threePostingsThatCancelOut_isAnEntry() {
    List<Posting> postings =
        List.of(posting("a", -5, "EUR"), posting("b", 3, "EUR"), posting("c", 2, "EUR"));

    assertThat(entry(postings).postings()).hasSize(3);
  }

  @Test
  void new_twoCurrenciesEachBalanced_isAnEntry() {
    List<Posting> postings =
        List.of(
            posting("a", -5, "EUR"),
            posting("b", 5, "EUR"),
            posting("c", -7, "JPY"),
            posting("d", 7, "JPY"));

    assertThat(entry(postings).postings()).hasSize(4);
  }

  @Test
  void new_sumNotZero_isRefused() {
    assertThatThrownBy(() -> entry(List.of(posting("a", -5, "EUR"), posting("b", 4, "EUR"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 EUR");
  }

  @Test
  void new_balancedOverTwoCurrenciesOnly_isRefused() {
    assertThatThrownBy(() -> entry(List.of(posting("a", -5, "EUR"), posting("b", 5, "JPY"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void new_onePosting_isRefused() {
    assertThatThrownBy(() -> entry(List.of(posting("a", 5, "EUR"))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void new_sameAccountTwice_isRefused() {
    assertThatThrownBy(() -> entry(JournalEntry.transfer("a", "a", FIVE)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void new_sumBeyond64Bits_isRefused() {
    assertThatThrownBy(
            () ->
                entry(
                    List.of(
                        posting("a", Long.MAX_VALUE, "EUR"),
                        posting("b", Long.MAX_VALUE, "EUR"),
                        posting("c", 2, "EUR"))))
        .isInstanceOf(ArithmeticException.class);
  }

  @Test
  void posting_zero_isRefused() {
    assertThatThrownBy(() -> posting("a", 0, "EUR")).isInstanceOf(IllegalArgumentException.class);
  }

  private static Posting posting(String account, long minor, String currency) {
    return new Posting(account, new Money(minor, currency));
  }

  private static JournalEntry entry(List<Posting> postings) {
    return new JournalEntry(
        "ent-1",
        EntryKind.PAY,
        new BusinessKey("bk"),
        "pay-1",
        null,
        "cmd-1",
        Instant.EPOCH,
        postings);
  }
}
