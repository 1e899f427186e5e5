package dev.meridian.ledger.booking;

import static dev.meridian.ledger.booking.Commands.creditLeg;
import static dev.meridian.ledger.booking.Commands.intent;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.ledger.account.Account;
import dev.meridian.ledger.account.AccountKind;
import dev.meridian.ledger.account.AccountState;
import dev.meridian.ledger.account.Balances;
import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.booking.Commands.PayCommand;
import dev.meridian.ledger.booking.Disposition.Applied;
import dev.meridian.ledger.booking.Disposition.Duplicate;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.ledger.journal.EntryKind;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.LegStatus;
import dev.meridian.messages.Body.Rejected;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules alone, without a database. */
final class DecisionsTest {
  private static final Instant NOW = Instant.parse("2026-11-02T00:00:00Z");

  private final HomeRegion eu = HomeRegion.of("eu", TestHome.REGIONS, "account");
  private final LedgerIds ids = new LedgerIds(eu.region(), new InMemoryBlockStore());
  private final LedgerIds american =
      new LedgerIds(eu.registry().region("us"), new InMemoryBlockStore());
  private final String payer = ids.account();
  private final String payee = ids.account();
  private final Map<String, Account> accounts = new HashMap<>();

  @Test
  void decide_payeeElsewhere_debitsToClearingAndAsksThatHome() {
    Intent wish = intent("far", payer, american.account(), 30);
    give(payer, AccountKind.CUSTOMER, AccountState.OPEN, 100);
    SystemAccount clearing = SystemAccount.clearing("us", "EUR", "pay-1");
    give(clearing.id(), AccountKind.CLEARING, AccountState.OPEN, 0);
    Books books = books();

    Disposition disposition = decide(books, PayCommand.of("pay-1", wish).message());

    assertThat(disposition).isEqualTo(new Applied());
    JournalEntry entry = books.newEntries().get(0);
    assertThat(entry.kind()).isEqualTo(EntryKind.PAY);
    assertThat(entry.postings())
        .isEqualTo(JournalEntry.transfer(payer, clearing.id(), wish.money()));
    assertThat(books.newOutcomes())
        .singleElement()
        .satisfies(o -> assertThat(o.settled()).isFalse());
    assertThat(books.outgoing())
        .singleElement()
        .satisfies(
            sent -> {
              assertThat(sent.topic()).isEqualTo("ledger-commands.us");
              assertThat(sent.awaited()).isEqualTo(new Outgoing.Awaited("pay-1/credit", "us"));
              assertThat(((CreditLeg) sent.message().body()).payerHome()).isEqualTo("eu");
            });
  }

  @Test
  void decide_refusal_namesTheFirstReasonThatFits() {
    assertThat(refusal(null, 1)).isEqualTo("UNKNOWN_PAYER");
    assertThat(refusal(AccountState.CLOSED, 1)).isEqualTo("PAYER_CLOSED");
    assertThat(refusal(AccountState.FROZEN, 1)).isEqualTo("PAYER_FROZEN");
    assertThat(refusal(AccountState.OPEN, 101)).isEqualTo("INSUFFICIENT_FUNDS");
  }

  private String refusal(@org.jspecify.annotations.Nullable AccountState state, long amount) {
    accounts.clear();
    if (state != null) {
      give(payer, AccountKind.CUSTOMER, state, 100);
    }
    give(payee, AccountKind.MERCHANT, AccountState.OPEN, 0);
    Books books = books();
    decide(books, PayCommand.of("pay-1", intent("x", payer, payee, amount)).message());
    assertThat(books.newEntries()).isEmpty();
    return ((Rejected) books.outgoing().get(0).message().body()).reason();
  }

  @Test
  void decide_legThatOverflowsThePayee_isRefused() {
    give(payee, AccountKind.MERCHANT, AccountState.OPEN, Long.MAX_VALUE - 4);
    give(
        SystemAccount.clearing("us", "EUR", "pay-1").id(),
        AccountKind.CLEARING,
        AccountState.OPEN,
        0);
    Books books = books();

    decide(books, creditLeg("pay-1", CreditPurpose.PAYMENT, payee, "us", 5));

    LegAnswer answer = (LegAnswer) books.outgoing().get(0).message().body();
    assertThat(answer.status()).isEqualTo(LegStatus.REFUSED);
    assertThat(answer.reason()).isEqualTo("AMOUNT_OUT_OF_RANGE");
    assertThat(books.newEntries()).isEmpty();
  }

  @Test
  void decide_refundLegToAnUnknownAccount_goesToSuspense() {
    give(
        SystemAccount.clearing("us", "EUR", "pay-1").id(),
        AccountKind.CLEARING,
        AccountState.OPEN,
        0);
    give("suspense:EUR", AccountKind.SUSPENSE, AccountState.OPEN, 0);
    Books books = books();
    Message leg = creditLeg("pay-1", CreditPurpose.REFUND, payee, "us", 5);

    decide(books, leg);
    Disposition repeated = decide(books, leg);

    assertThat(repeated).isEqualTo(new Duplicate(DuplicateCause.REDELIVERY));
    assertThat(books.balances().changes()).containsEntry("suspense:EUR", new Balances.Change(5, 1));
    assertThat(books.outgoing())
        .allSatisfy(
            sent ->
                assertThat(((LegAnswer) sent.message().body()).status())
                    .isEqualTo(LegStatus.BOOKED));
    assertThat(books.newLegOutcomes())
        .singleElement()
        .satisfies(o -> assertThat(o.status()).isEqualTo(LegOutcome.Status.SUSPENSE));
  }

  private void give(String id, AccountKind kind, AccountState state, long balance) {
    accounts.put(id, new Account(id, kind, "EUR", state, balance));
  }

  private Books books() {
    return new Books(new Balances(accounts), Books.Stored.NOTHING);
  }

  private Disposition decide(Books books, Message command) {
    return new Decisions(eu, ids, books, NOW).decide(command);
  }
}
