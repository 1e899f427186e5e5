package dev.meridian.demo.disturb;

import dev.meridian.demo.watch.RegionView;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Damage done straight in a database, past all services: a run that has it must end in FAIL. Each
 * leaves everything else as a real fault would.
 */
public enum Damage {
  /** A settled payment's entry, postings, balances and outcome a second time. */
  DOUBLE_BOOKING("double-booking") {
    @Override
    Connection open(RegionView view) throws SQLException {
      return view.ledger().getConnection();
    }

    @Override
    String victim() {
      return """
          select business_key
            from booking_outcome
           where kind = 'PaymentRequested'
             and outcome = 'BOOKED'
             and settled
             and not exists (select from payment_leg where payment_leg.payment_id = booking_outcome.payment_id)
           order by business_key
           limit 1
          """;
    }

    @Override
    List<String> statements() {
      return List.of(
          "drop index booking_outcome_booked_once",
          """
          create temporary table victim on commit drop as
          select o.*, o.entry_id || '2' as second_entry
            from booking_outcome o
           where o.kind = 'PaymentRequested' and o.business_key = current_setting('demo.victim')
          """,
          """
          insert into entry (id, kind, business_key, payment_id, leg_id, cause, at)
          select v.second_entry, e.kind, e.business_key, e.payment_id, null, e.cause, now()
            from entry e join victim v on v.entry_id = e.id
          """,
          """
          insert into posting (entry_id, line, account_id, amount_minor, currency,
                               number, balance_after_minor, booked_at)
          select v.second_entry, p.line, p.account_id, p.amount_minor, p.currency,
                 account.version + 1, account.balance_minor + p.amount_minor, now()
            from posting p
            join victim v on v.entry_id = p.entry_id
            join account on account.id = p.account_id
          """,
          """
          update account
             set balance_minor = balance_minor + p.amount_minor,
                 version = version + 1
            from posting p join victim v on v.second_entry = p.entry_id
           where account.id = p.account_id
          """,
          """
          insert into booking_outcome
                 (kind, business_key, request_key, fingerprint, fingerprint_version, outcome, settled,
                  entry_id, payment_id, message_id, answer_id, origin_region, occurred_at, tenant,
                  client_reference, payer, payee, amount_minor, currency, at)
          select kind, business_key, request_key || '-2', fingerprint, fingerprint_version, outcome, settled,
                 second_entry, payment_id, message_id || '-2', answer_id || '-2', origin_region, occurred_at, tenant,
                 client_reference, payer, payee, amount_minor, currency, now()
            from victim
          """);
    }
  },

  /** A settled payment gone with its history; its dedup row says that it was here. */
  LOST_PAYMENT("lost-payment") {
    @Override
    Connection open(RegionView view) throws SQLException {
      return view.consumer().getConnection();
    }

    @Override
    String victim() {
      return """
          select business_key
            from payment
           where state = 'SETTLED'
             and not exists (select from payment other where other.duplicate_of = payment.id)
           order by business_key
           limit 1
          """;
    }

    @Override
    List<String> statements() {
      return List.of(
          """
          delete from payment_history
           using payment
           where payment_id = payment.id
             and business_key = current_setting('demo.victim')
          """,
          "delete from payment where business_key = current_setting('demo.victim')");
    }
  };

  private final String option;

  Damage(String option) {
    this.option = option;
  }

  /** How the command line names it. */
  public String option() {
    return option;
  }

  /**
   * Does it to the first payment that fits.
   *
   * @return the payment's business key
   */
  public String damage(RegionView view) throws SQLException {
    try (Connection connection = open(view);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "select set_config('demo.victim', business_key, true) from (%s) as one"
              .formatted(victim()));
      String key = only(statement);
      for (String each : statements()) {
        statement.execute(each);
      }
      connection.commit();
      return key;
    }
  }

  abstract Connection open(RegionView view) throws SQLException;

  abstract String victim();

  abstract List<String> statements();

  private String only(Statement statement) throws SQLException {
    try (ResultSet row = statement.getResultSet()) {
      if (!row.next()) {
        throw new SQLException("there is no payment to damage by " + option);
      }
      return row.getString(1);
    }
  }
}
