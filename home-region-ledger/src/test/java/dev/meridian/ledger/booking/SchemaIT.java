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
  private static final String UNIQUE_VIOLATION = "23505";

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
                    insert into posting values ('unbalanced', 1, '%s', 5, 'EUR', 9, 0, now()), ('unbalanced', 2, 'external:EUR', -4, 'EUR', 9, 0, now())
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
                    "insert into posting values ('mixed', 1, '%s', 5, 'EUR', 9, 0, now()), ('mixed', 2, '%s', -5, 'JPY', 9, 0, now())"
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
                    "insert into posting values ('currency', 1, '%s', 5, 'JPY', 9, 0, now()), ('currency', 2, 'external:EUR', -5, 'JPY', 9, 0, now())"
                        .formatted(euros)))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("posting_account_fk"));
  }

  @Test
  void posting_withoutItsEntry_isRefused() throws SQLException {
    String euros = eu.account(10);

    assertThatThrownBy(
            () ->
                eu.execute(
                    "insert into posting values ('nowhere', 1, '%s', 5, 'EUR', 9, 0, now()), ('nowhere', 2, 'external:EUR', -5, 'EUR', 9, 0, now())"
                        .formatted(euros)))
        .satisfies(e -> assertThat(constraint(e)).isEqualTo("posting_entry_fk"));
  }

  @Test
  void entry_ofALegThatIsBooked_isRefused() throws SQLException {
    String leg =
        "insert into entry (id, kind, business_key, leg_id, cause, at) values ('%s', '%s', 'b', 'leg-1', 'c', now())";
    eu.execute(leg.formatted("leg-first", "CREDIT_LEG"));
    eu.execute(leg.formatted("leg-back", "RETURN"));

    assertThatThrownBy(() -> eu.execute(leg.formatted("leg-second", "CREDIT_LEG")))
        .satisfies(e -> assertThat(state(e)).isEqualTo(UNIQUE_VIOLATION))
        .satisfies(e -> assertThat(constraint(e)).startsWith("entry_leg_"));
    assertThat(eu.number("select count(*) from entry where leg_id = 'leg-1'")).isEqualTo(2);
  }

  @Test
  void outcome_secondBookedOfAnIntent_isRefused() throws SQLException {
    eu.account(10);
    String second =
        """
        insert into booking_outcome
        select kind, business_key, request_key || '-2', fingerprint, fingerprint_version, '%s', settled, %s, entry_id,
               payment_id, message_id, answer_id, origin_region, occurred_at, tenant, client_reference, payer, payee,
               amount_minor, currency, at
          from (select * from booking_outcome where outcome = 'BOOKED' limit 1) as booked
        """;

    assertThatThrownBy(() -> eu.execute(second.formatted("BOOKED", "null")))
        .satisfies(e -> assertThat(state(e)).isEqualTo(UNIQUE_VIOLATION));
    eu.execute(second.formatted("RETURNED", "'x'"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"entry", "posting", "entry_leg", "booking_outcome", "reversal"})
  void table_keptForGood_hasSixteenPartitionsEachWithItsKey(String table) throws SQLException {
    assertThat(
            eu.number(
                """
                select count(*) from pg_constraint
                  join pg_partition_tree('%s') on relid = conrelid
                 where isleaf and contype = 'p'
                """
                    .formatted(table)))
        .isEqualTo(16);
  }

  @Test
  void posting_ofManyEntries_liesInEveryPartition() throws SQLException {
    for (int account = 0; account < 200; account++) {
      eu.account(1);
    }

    assertThat(eu.number("select count(distinct tableoid) from entry")).isEqualTo(16);
    assertThat(eu.number("select count(distinct tableoid) from posting")).isEqualTo(16);
    assertThat(eu.number("select count(distinct tableoid) from booking_outcome")).isEqualTo(16);
    assertThat(eu.broken()).isEmpty();
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
        "delete from entry_leg",
        "delete from flyway_schema_history",
        "update posting_03 set amount_minor = amount_minor + 1",
        "delete from entry_00",
        "truncate entry_leg_07",
        "update booking_outcome_15 set settled = true",
        "update reversal_03 set version = 2",
        "delete from account",
        "delete from booking_outcome",
        "delete from outcome_asker",
        "delete from intent",
        "delete from payment_leg",
        "delete from leg_outcome",
        "delete from reversal",
        "delete from reversal_asker",
        "delete from capture",
        "insert into posting_00 values ('past', 1, 'the', 5, 'EUR', 1, 5, now())"
      })
  void journal_changedByTheServicesRole_isRefused(String change) throws SQLException {
    eu.account(10);

    assertThatThrownBy(() -> eu.execute(change))
        .satisfies(e -> assertThat(state(e)).isEqualTo(INSUFFICIENT_PRIVILEGE));
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

  private static String state(Throwable thrown) {
    return String.valueOf(((PSQLException) thrown).getSQLState());
  }

  private static String constraint(Throwable thrown) {
    return String.valueOf(((PSQLException) thrown).getServerErrorMessage().getConstraint());
  }
}
