package dev.meridian.ledger.booking;

import dev.meridian.ledger.reconciliation.Difference;
import dev.meridian.ledger.reconciliation.Reconciliation;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What refunds and cancels must leave behind in a home, over and above {@link TestHome#broken}. */
final class ReversalChecks {
  private static final List<String> CHECKS =
      List.of(
          "two live reversals under one key",
          """
          select business_key from reversal where state <> 'REFUSED'
           group by kind, business_key having count(*) > 1
          """,
          "given back otherwise than the capture says",
          """
          select capture.business_key from capture
            left join reversal on reversal.payment_business_key = capture.business_key
                              and reversal.payment_request_key = capture.request_key
                              and reversal.state in ('RESERVED', 'BOOKED')
           group by capture.business_key, capture.request_key, capture.refunded_minor, capture.captured_minor
          having coalesce(sum(reversal.amount_minor), 0) <> capture.refunded_minor
              or capture.refunded_minor > capture.captured_minor
          """,
          "cancelled with money that did not go back",
          """
          select booking_outcome.payment_id from booking_outcome
            join entry on entry.payment_id = booking_outcome.payment_id
           where booking_outcome.kind = 'PaymentRequested' and outcome = 'RETURNED'
           group by booking_outcome.payment_id
          having count(*) filter (where entry.kind = 'PAY')
                 <> count(*) filter (where entry.kind in ('RETURN', 'REVERSAL'))
          """,
          "booked after its cancel",
          """
          select booking_outcome.payment_id from booking_outcome
            join reversal on reversal.business_key = booking_outcome.business_key
                         and reversal.kind = 'CancelRequested' and reversal.state = 'BOOKED'
           where booking_outcome.kind = 'PaymentRequested' and outcome = 'BOOKED'
          """,
          "a refund's entry is over another amount",
          """
          select reversal.reversal_id from reversal
            join posting on posting.entry_id = reversal.entry_id and posting.amount_minor > 0
           where reversal.amount_minor <> posting.amount_minor
          """);

  private ReversalChecks() {}

  static List<String> broken(TestHome home) throws SQLException {
    List<String> broken = new ArrayList<>();
    try (Connection connection = home.database().getConnection();
        Statement statement = connection.createStatement()) {
      for (int i = 0; i < CHECKS.size(); i += 2) {
        try (ResultSet row = statement.executeQuery(CHECKS.get(i + 1))) {
          while (row.next()) {
            broken.add(home.home().code() + ": " + CHECKS.get(i) + ": " + row.getString(1));
          }
        }
      }
    }
    reconcile(home).forEach(each -> broken.add(home.home().code() + ": reconciliation: " + each));
    return broken;
  }

  private static List<Difference> reconcile(TestHome home) throws SQLException {
    return new Reconciliation(home.home().code(), home.unitOfWork(), Duration.ofMinutes(5))
        .run().orElseThrow().results().stream().flatMap(each -> each.shown().stream()).toList();
  }
}
