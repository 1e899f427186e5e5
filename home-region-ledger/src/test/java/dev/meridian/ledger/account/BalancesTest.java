package dev.meridian.ledger.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.ledger.journal.Posting;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Money;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class BalancesTest {
  private final Balances balances =
      new Balances(
          Map.of(
              "poor", account("poor", AccountKind.CUSTOMER, 10),
              "full", account("full", AccountKind.MERCHANT, Long.MAX_VALUE - 1),
              "clearing", account("clearing", AccountKind.CLEARING, 0),
              "deep", account("deep", AccountKind.EXTERNAL, Long.MIN_VALUE + 1)));

  @Test
  void apply_severalEntries_changesEachAccountByTheSum() {
    balances.apply(entry("poor", "clearing", 4));
    balances.apply(entry("poor", "clearing", 6));

    assertThat(balances.changes())
        .containsExactly(
            Map.entry("clearing", new Balances.Change(10, 2)),
            Map.entry("poor", new Balances.Change(-10, 2)));
    assertThat(balances.find("poor")).isEqualTo(account("poor", AccountKind.CUSTOMER, 0));
  }

  @Test
  void allow_customerBelowZero_isFalse() {
    assertThat(allow("poor", "clearing", 11)).isFalse();
  }

  @Test
  void allow_clearingBelowZero_isTrue() {
    assertThat(allow("clearing", "poor", 11)).isTrue();
  }

  @Test
  void allow_beyond64Bits_isFalse() {
    assertThat(allow("clearing", "full", 1)).isTrue();
    assertThat(allow("clearing", "full", 2)).isFalse();
    assertThat(allow("deep", "poor", 1)).isTrue();
    assertThat(allow("deep", "poor", 2)).isFalse();
  }

  @Test
  void apply_notAllowed_throwsAndChangesNothing() {
    JournalEntry entry = entry("poor", "clearing", 11);

    assertThatThrownBy(() -> balances.apply(entry)).isInstanceOf(IllegalStateException.class);
    assertThat(balances.changes()).isEmpty();
  }

  @Test
  void apply_accountThatIsNotLocked_throws() {
    JournalEntry entry = entry("clearing", "stranger", 1);

    assertThatThrownBy(() -> balances.apply(entry)).isInstanceOf(IllegalStateException.class);
  }

  private boolean allow(String from, String to, long minor) {
    return balances.allow(transfer(from, to, minor));
  }

  private static Account account(String id, AccountKind kind, long balance) {
    return new Account(id, kind, "EUR", AccountState.OPEN, balance);
  }

  private static List<Posting> transfer(String from, String to, long minor) {
    return JournalEntry.transfer(from, to, new Money(minor, "EUR"));
  }

  private static JournalEntry entry(String from, String to, long minor) {
    return new JournalEntry(
        "ent-1",
        EntryKind.PAY,
        new BusinessKey("bk"),
        null,
        null,
        "cmd-1",
        Instant.EPOCH,
        transfer(from, to, minor));
  }
}
