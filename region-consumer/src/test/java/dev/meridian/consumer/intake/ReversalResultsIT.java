package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.messages.Body;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Intent;
import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What home regions answer to refunds and cancels, on a real database. */
class ReversalResultsIT {
  private static final Instant AT = Instant.parse("2026-11-29T12:00:00Z");

  private Workbench bench;
  private Request request;
  private Intent intent;
  private String id;

  @BeforeEach
  void onePaymentIsRouted() throws Exception {
    bench = Workbench.fresh();
    another();
  }

  private void another() throws Exception {
    request = bench.request();
    intent = request.intent();
    bench.take(bench.incoming(request));
    id = bench.paymentId(request);
  }

  @Test
  void apply_settledRefundedTwiceInAnyOrder_endsSettledWithBothRefunds() throws Exception {
    for (List<Integer> order : orders()) {
      another();
      List<Incoming> answers =
          List.of(settled(), refunded("ref-1-" + id, 2, 400), refunded("ref-2-" + id, 3, 1_000));

      for (int i : order) {
        bench.answer(answers.get(i), answers.get(i));
      }

      assertThat(bench.payment(request))
          .as("order %s", order)
          .containsEntry("state", "SETTLED")
          .containsEntry("refunded_minor", "1000")
          .containsEntry("version", "2");
      assertThat(bench.rows("select state from reversal where payment_id = '%s'".formatted(id)))
          .hasSize(2);
    }
  }

  @Test
  void apply_settledAndCancelledInAnyOrder_endsCancelled() throws Exception {
    for (List<Integer> order : orders()) {
      another();
      List<Incoming> answers =
          List.of(
              settled(),
              bench.incoming(request, "own-" + id, new Body.Cancelled(id, 2, intent, null)),
              cancelled("can-" + id, 2));

      for (int i : order) {
        bench.answer(answers.get(i));
      }

      assertThat(bench.payment(request)).as("order %s", order).containsEntry("state", "CANCELLED");
      assertThat(
              bench.number(
                  "select count(*) from payment_history where to_state = 'CANCELLED'"
                      + " and payment_id = '%s'".formatted(id)))
          .isEqualTo(1);
    }
  }

  @Test
  void apply_cancelledBeforeTheBooking_movesTheRoutedPaymentAndClosesItsCommand() throws Exception {
    bench.answer(bench.incoming(request, "own", new Body.Cancelled(id, 1, intent, null)));

    assertThat(bench.payment(request)).containsEntry("state", "CANCELLED");
    assertThat(
            bench.number("select count(*) from open_message where answer_key = '%s'".formatted(id)))
        .isZero();
  }

  @Test
  void apply_refusals_areKeptAndLeaveThePaymentAlone() throws Exception {
    bench.answer(settled());
    Map<String, String> before = bench.payment(request);

    bench.answer(
        reversal("can-1", "m-1", new Body.CancelRefused(id, 1, intent, "can-1", "TOO_LATE")),
        reversal(
            "ref-1", "m-2", new Body.RefundRefused(id, 1, null, "ref-1", "INSUFFICIENT_FUNDS")));

    assertThat(bench.payment(request)).isEqualTo(before);
    assertThat(bench.rows("select state, reason from reversal order by reason"))
        .containsExactly(
            Map.of("state", "REFUSED", "reason", "INSUFFICIENT_FUNDS"),
            Map.of("state", "REFUSED", "reason", "TOO_LATE"));
  }

  @Test
  void apply_repeatAndContradiction_areADuplicateAndParked() throws Exception {
    bench.answer(settled(), refunded("ref-1", 2, 400));

    bench.answer(
        refunded("ref-1", 2, 400),
        reversal("ref-1", "m-9", new Body.RefundRefused(id, 1, intent, "ref-1", "X")));

    assertThat(bench.counts("ledger-results.eu"))
        .containsOnly(
            Map.entry("applied//", 2L),
            Map.entry("duplicate//redelivery", 1L),
            Map.entry("conflict//", 1L));
    assertThat(bench.row("select reason from parked_message")).containsEntry("reason", "CONFLICT");
    assertThat(bench.payment(request)).containsEntry("refunded_minor", "400");
  }

  @Test
  void apply_aboutAPaymentThatThisRegionLacks_isKept() throws Exception {

    bench.answer(
        bench.incoming(
            "ledger-results.eu",
            new Message(
                envelope("can-7", "m-7"), new Body.Cancelled(foreignButOurs(), 1, null, "can-7"))));

    assertThat(bench.number("select count(*) from reversal where state = 'CANCELLED'"))
        .isEqualTo(1);
    assertThat(bench.payment(request)).containsEntry("state", "ROUTED");
  }

  @Test
  void apply_commandParkedAtItsHome_isIgnored() throws Exception {
    bench.answer(reversal("ref-1", "m-1", new Body.Parked(id, 0, null, "MISROUTED")));

    assertThat(bench.counts("ledger-results.eu")).containsOnly(Map.entry("ignored//", 1L));
  }

  /** An id of this region that no payment has. */
  private String foreignButOurs() throws Exception {
    Request other = bench.request();
    bench.take(bench.incoming(other));
    String unused = bench.paymentId(other);
    try (Connection connection = bench.database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("delete from payment where id = '%s'".formatted(unused));
    }
    return unused;
  }

  private static List<List<Integer>> orders() {
    List<List<Integer>> orders = new ArrayList<>();
    for (int first = 0; first < 3; first++) {
      for (int second = 0; second < 3; second++) {
        if (first != second) {
          orders.add(List.of(first, second, 3 - first - second));
        }
      }
    }
    Collections.shuffle(orders, new Random(1));
    return orders;
  }

  private Incoming settled() {
    return bench.incoming(request, "settled-" + id, new Body.Settled(id, 1, intent));
  }

  private Incoming refunded(String refundId, long version, long totalMinor) throws SQLException {
    return reversal(
        refundId,
        "m-" + refundId,
        new Body.Refunded(id, version, intent, refundId, totalMinor, null));
  }

  private Incoming cancelled(String cancelId, long version) {
    return reversal(cancelId, "m-" + cancelId, new Body.Cancelled(id, version, intent, cancelId));
  }

  private Incoming reversal(String reversalId, String messageId, Body.Result result) {
    return bench.incoming(
        "ledger-results.eu", new Message(envelope(reversalId, messageId), result));
  }

  /** Under keys of the reversal's own. */
  private Envelope envelope(String reversalId, String messageId) {
    BusinessKey key = BusinessKey.of("shop", intent.payer(), reversalId, "rk");
    return new Envelope(messageId, key, "rk-" + reversalId, AT, "eu", 1, null, "account");
  }
}
