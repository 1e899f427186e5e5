package dev.meridian.bench.ledger;

import dev.meridian.ledger.booking.LedgerIds;
import dev.meridian.messages.Body;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import javax.sql.DataSource;

/** Accounts of one home that have money, and new payments between them. Not thread-safe. */
final class Traffic {
  static final int ACCOUNTS = 20_000;
  private static final long FUNDED_MINOR = 1_000_000_000_000L;
  private static final String FUNDING =
      """
      insert into account (id, home, kind, currency, version, balance_minor)
      select 'external:EUR', 'eu', 'EXTERNAL', 'EUR', count(*), -sum(balance_minor) from account;
      insert into entry (id, kind, business_key, cause, at)
      select 'fund-' || id, 'FUND', id, 'first', now() from account where kind = 'CUSTOMER';
      insert into posting (entry_id, line, account_id, amount_minor, currency, number, balance_after_minor, booked_at)
      select 'fund-' || account.id, line, case line when 1 then 'external:EUR' else account.id end,
             case line when 1 then -%1$d else %1$d end, 'EUR',
             case line when 1 then n else 1 end, case line when 1 then -%1$d * n else %1$d end, now()
        from (select id, row_number() over (order by id) as n from account where kind = 'CUSTOMER') as account
       cross join generate_series(1, 2) as line
      """;
  private static final Instant OCCURRED = Instant.parse("2026-11-01T12:00:00Z");

  private final List<String> accounts = new ArrayList<>();
  private final SplittableRandom random = new SplittableRandom(7);
  private long payments;

  Traffic(LedgerIds ids) {
    for (int i = 0; i < ACCOUNTS; i++) {
      accounts.add(ids.account());
    }
  }

  /** With money from outside, by one entry each. */
  void openAccounts(DataSource database) throws SQLException {
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "insert into account (id, home, kind, currency, version, balance_minor) select id, 'eu', 'CUSTOMER', 'EUR', 1, %d from unnest(array['%s']) as id"
              .formatted(FUNDED_MINOR, String.join("','", accounts)));
      statement.execute(FUNDING.formatted(FUNDED_MINOR));
      statement.execute("vacuum analyze");
    }
  }

  /**
   * New payments between accounts of this home.
   *
   * @param toOne which part of them goes to one merchant
   */
  List<Message> payments(int count, double toOne) {
    List<Message> commands = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int payer = 1 + random.nextInt(ACCOUNTS - 1);
      int other = 1 + random.nextInt(ACCOUNTS - 1);
      int payee = random.nextDouble() < toOne ? 0 : other == payer ? 0 : other;
      commands.add(pay(accounts.get(payer), accounts.get(payee)));
    }
    return commands;
  }

  private Message pay(String payer, String payee) {
    long number = ++payments;
    Intent intent = new Intent("shop", "order-" + number, payer, payee, 1 + number % 100, "EUR");
    Envelope envelope =
        new Envelope(
            "cmd-eu-" + number, intent.businessKey("rk"), "rk", OCCURRED, "eu", 1, null, "account");
    return new Message(envelope, new Body.Pay("pay-eu-" + number, intent));
  }
}
