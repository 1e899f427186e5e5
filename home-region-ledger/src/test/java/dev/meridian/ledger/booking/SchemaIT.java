package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.ledger.account.Transferred;
import dev.meridian.messages.Money;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.util.PSQLException;

/** What the database refuses, whoever writes; and fundings. */
final class SchemaIT {
  private static final String INSUFFICIENT_PRIVILEGE = "42501";

  private static TestHome eu;

  @BeforeAll
  static void home() throws SQLException {
    eu = TestHome.fresh("eu");
  }

  @Test
  void posting_unbalancedEntry_isRefusedByItsTrigger() throws SQLException {
    String account = eu.account(10);
    entry("unbalanced");

    assertThatThrownBy(
            () ->
                eu.execute(
                    """
                    insert into posting values ('unbalanced', 1, '%s', 5, 'EUR'), ('unbalanced', 2, 'external:EUR', -4, 'EUR')
                    """
                        .formatted(account)))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("posting_entry_balanced"));
  }

  @Test
  void posting_balancedOverTwoCurrenciesOnly_isRefused() throws SQLException {
    String euros = eu.account("EUR", 10);
    String yen = eu.account("JPY", 10);
    entry("mixed");

    assertThatThrownBy(
            () ->
                eu.execute(
                    "insert into posting values ('mixed', 1, '%s', 5, 'EUR'), ('mixed', 2, '%s', -5, 'JPY')"
                        .formatted(euros, yen)))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("posting_entry_balanced"));
  }

  @Test
  void posting_currencyOfAnotherAccount_isRefused() throws SQLException {
    String euros = eu.account("EUR", 10);
    entry("currency");

    assertThatThrownBy(
            () ->
                eu.execute(
                    "insert into posting values ('currency', 1, '%s', 5, 'JPY'), ('currency', 2, 'external:EUR', -5, 'JPY')"
                        .formatted(euros)))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("posting_account_fk"));
  }

  @Test
  void account_customerBelowZero_isRefused() throws SQLException {
    String account = eu.account(10);

    assertThatThrownBy(
            () -> eu.execute("update account set balance_minor = -1 where id = '" + account + "'"))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("account_balance_not_negative"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update posting set amount_minor = amount_minor + 1",
        "delete from posting",
        "truncate posting",
        "update entry set cause = 'another'",
        "delete from entry",
        "truncate entry cascade",
        "update account_change set reason = 'another'",
        "delete from account_change",
        "alter table posting disable trigger posting_entry_balanced",
        "delete from flyway_schema_history"
      })
  void journal_changedByTheServicesRole_isRefused(String change) throws SQLException {
    eu.account(10);

    assertThatThrownBy(() -> eu.execute(change))
        .satisfies(
            e -> assertThat(((PSQLException) e).getSQLState()).isEqualTo(INSUFFICIENT_PRIVILEGE));
  }

  @Test
  void fund_repeated_booksOnce() throws SQLException {
    String account = eu.account(0);
    Transferred first = eu.fund(account, "r", 5);

    Transferred second = eu.fund(account, "r", 5);
    Transferred other = eu.fund(account, "r", 6);

    String entryId = ((Transferred.Booked) first).entryId();
    assertThat(second).isEqualTo(new Transferred.Booked(entryId, new Money(5, "EUR"), true));
    assertThat(other).isEqualTo(new Transferred.OtherAmount(new Money(5, "EUR")));
    assertThat(eu.balance(account)).isEqualTo(5);
    assertThat(eu.broken()).isEmpty();
  }

  @Test
  void fund_unknownClosedOrTooMuch_isRefused() throws SQLException {
    String account = eu.account(1);
    String closed = eu.account(0);
    eu.setState(closed, dev.meridian.ledger.account.AccountState.CLOSED);

    assertThat(eu.fund(eu.ids().account(), "r", 5)).isEqualTo(new Transferred.UnknownAccount());
    assertThat(eu.fund("suspense:EUR", "r", 5)).isEqualTo(new Transferred.UnknownAccount());
    assertThat(eu.fund(closed, "r", 5)).isEqualTo(new Transferred.Closed());
    assertThat(eu.fund(account, "r", Long.MAX_VALUE)).isEqualTo(new Transferred.OutOfRange());
  }

  private static void entry(String id) throws SQLException {
    eu.execute(
        "insert into entry (id, kind, business_key, cause, at) values ('%s', 'PAY', 'b', 'c', now())"
            .formatted(id));
  }

  private static String constraint(Throwable thrown) {
    return String.valueOf(((PSQLException) thrown).getServerErrorMessage().getConstraint());
  }
}
