package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.InMemoryBlockStore;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.Message;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ResultsIT {
  private static final String WINNER = "pay-us-0123456789abcde";

  private Workbench bench;
  private Request request;
  private String id;

  @BeforeEach
  void onePaymentIsRouted() throws Exception {
    bench = Workbench.fresh();
    request = bench.request();
    bench.take(bench.incoming(request));
    id = bench.paymentId(request);
  }

  @Test
  void apply_settled_movesWithHistoryEventAndClosedCommand() throws Exception {
    bench.answer(settled("res-1", 1));

    assertThat(bench.payment(request))
        .containsEntry("state", "SETTLED")
        .containsEntry("version", "2")
        .containsEntry("result_version", "1")
        .containsEntry("result_message_id", "res-1");
    assertThat(
            bench.rows(
                "select from_state, to_state, cause, message_id from payment_history where version = 2"))
        .containsExactly(
            Map.of(
                "from_state",
                "ROUTED",
                "to_state",
                "SETTLED",
                "cause",
                "result",
                "message_id",
                "res-1"));
    assertThat(bench.number("select count(*) from open_message")).isZero();
    assertThat(bench.number("select count(*) from outbox where topic = 'payment-events'"))
        .isEqualTo(2);
    assertThat(results()).containsOnly(Map.entry("applied//", 1L));
  }

  @Test
  void apply_rejected_movesWithTheReason() throws Exception {
    bench.answer(rejected("res-1", 1));

    assertThat(bench.payment(request))
        .containsEntry("state", "REJECTED")
        .containsEntry("reason", "INSUFFICIENT_FUNDS");
  }

  @Test
  void apply_duplicateOf_namesTheWinnerAndItsOutcome() throws Exception {
    bench.answer(duplicateOf("res-1", 1, WinnerState.REJECTED));

    assertThat(bench.payment(request))
        .containsEntry("state", "DUPLICATE_OF")
        .containsEntry("duplicate_of", WINNER)
        .containsEntry("winner_state", "REJECTED");
    bench.answer(duplicateOf("res-2", 2, WinnerState.SETTLED));
    assertThat(bench.payment(request))
        .containsEntry("winner_state", "SETTLED")
        .containsEntry("version", "2");
    assertThat(bench.number("select count(*) from payment_history")).isEqualTo(2);
  }

  @Test
  void apply_parked_keepsTheCommandOpen() throws Exception {
    bench.answer(answer("res-1", new Body.Parked(id, 1, request.intent(), "MISROUTED")));

    assertThat(bench.payment(request)).containsEntry("state", "ROUTED");
    assertThat(bench.number("select count(*) from open_message")).isEqualTo(1);
    assertThat(results()).containsOnly(Map.entry("ignored//", 1L));
  }

  @Test
  void apply_repeatsAndLateOnes_changeNothingAndAreCounted() throws Exception {
    bench.answer(settled("res-1", 1));
    Map<String, String> before = bench.payment(request);

    bench.answer(
        settled("res-1", 1), settled("res-2", 1), rejected("res-3", 1), rejected("res-4", 2));

    assertThat(bench.payment(request)).isEqualTo(before);
    assertThat(results())
        .containsOnly(
            Map.entry("applied//", 1L),
            Map.entry("duplicate//redelivery", 1L),
            Map.entry("duplicate//other_message", 1L),
            Map.entry("late//", 2L));
  }

  @Test
  void apply_severalInOneBatch_areTakenInTheirOrder() throws Exception {
    bench.answer(settled("res-1", 1), settled("res-1", 1), rejected("res-2", 2));

    assertThat(bench.payment(request)).containsEntry("state", "SETTLED");
    assertThat(results())
        .containsOnly(
            Map.entry("applied//", 1L),
            Map.entry("duplicate//redelivery", 1L),
            Map.entry("late//", 1L));
  }

  @Test
  void apply_paymentThatThisRegionForgot_isMadeAnew() throws Exception {
    forget();

    bench.answer(settled("res-1", 3));

    assertThat(bench.payment(request))
        .containsEntry("id", id)
        .containsEntry("state", "SETTLED")
        .containsEntry("version", "2")
        .containsEntry("result_version", "3")
        .containsEntry("home_region", "eu")
        .containsEntry("client_reference", request.intent().clientReference());
    assertThat(
            bench.rows("select from_state, to_state, cause from payment_history order by version"))
        .extracting(row -> row.get("to_state") + " " + row.get("cause"))
        .containsExactly("ROUTED recovered", "SETTLED result");
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(1);
    assertThat(results()).containsOnly(Map.entry("applied//recovered", 1L));
  }

  @Test
  void apply_forgottenPaymentsRequestComesAfterItsAnswer_isADuplicate() throws Exception {
    forget();
    bench.answer(settled("res-1", 1));

    bench.take(bench.incoming(request));

    assertThat(bench.number("select count(*) from payment")).isEqualTo(1);
    assertThat(bench.number("select count(*) from outbox where topic like 'ledger-%'")).isZero();
  }

  @Test
  void apply_forgottenPaymentWasTakenAgainUnderAnotherId_goesByItsFirstIdAgain() throws Exception {
    forget();
    bench.take(bench.incoming(request));
    bench.take(bench.incoming(request.withRequestKey("another try")));
    assertThat(bench.paymentId(request)).isNotEqualTo(id);

    bench.answer(settled("res-1", 1), settled("res-1", 1));

    assertThat(bench.payment(request)).containsEntry("id", id).containsEntry("state", "SETTLED");
    assertThat(bench.row("select duplicate_of, winner_state from payment where state <> 'SETTLED'"))
        .containsEntry("duplicate_of", id)
        .containsEntry("winner_state", "SETTLED");
    assertThat(
            bench.number(
                "select count(*) from payment_history where payment_id not in (select id from payment)"))
        .isZero();
    assertThat(bench.number("select count(*) from open_message")).isZero();
    assertThat(results())
        .containsOnly(Map.entry("applied//recovered", 1L), Map.entry("duplicate//redelivery", 1L));
  }

  @Test
  void apply_answerThatContradictsThePayment_isParked() throws Exception {
    Request other = request.withAmount(999);

    bench.answer(bench.incoming(other, "res-1", new Body.Settled(id, 1, other.intent())));

    assertThat(bench.payment(request)).containsEntry("state", "ROUTED");
    assertThat(bench.row("select reason, topic from parked_message"))
        .containsEntry("reason", "CONFLICT")
        .containsEntry("topic", "ledger-results.eu");
  }

  @Test
  void apply_whatIsNoAnswerForThisRegion_isParked() throws Exception {
    String foreign =
        new IdGenerator(
                new IdKind("pay"), Workbench.REGISTRY.region("us"), new InMemoryBlockStore())
            .nextId()
            .text();

    bench.answer(
        answer("res-1", new Body.Settled(foreign, 1, request.intent())),
        bench.incoming(
            "ledger-results.eu",
            new Message(request.envelope(), Body.PaymentRequested.of(request.intent()))),
        settled("res-3", 1));

    assertThat(bench.rows("select reason from parked_message order by reason"))
        .extracting(row -> row.get("reason"))
        .containsExactly("MISROUTED", "WRONG_TOPIC");
    assertThat(bench.payment(request)).containsEntry("state", "SETTLED");
  }

  @Test
  void apply_rowChangedBySomebodyWithoutTheLock_isDecidedAnewAndNeverASuccess() throws Exception {
    AtomicBoolean meddled = new AtomicBoolean();

    new BatchProcessor<>(bench.transactions(real -> meddling(real, meddled)), bench.results)
        .process(List.of(settled("res-1", 1)));

    assertThat(bench.payment(request)).containsEntry("state", "REJECTED");
    assertThat(results()).containsOnly(Map.entry("late//", 1L));
    assertThat(bench.number("select count(*) from payment_history where version = 2")).isZero();
  }

  /** Rejects the payment behind the first attempt's back, as soon as its reading is done. */
  private UnitOfWork meddling(UnitOfWork real, AtomicBoolean meddled) {
    return new UnitOfWork() {
      @Override
      public <T> T inTransaction(Work<T> work) throws SQLException {
        return real.inTransaction(
            connection ->
                work.run(
                    meddled.getAndSet(true)
                        ? connection
                        : Spying.before("update payment", connection, ResultsIT.this::meddle)));
      }
    };
  }

  private void meddle() throws SQLException {
    try (Connection other = bench.database.getConnection();
        Statement update = other.createStatement()) {
      update.execute(
          "update payment set state = 'REJECTED', reason = 'BY_HAND', version = 2, result_version = 9");
    }
  }

  private void forget() throws SQLException {
    try (Connection connection = bench.database.getConnection();
        Statement delete = connection.createStatement()) {
      delete.execute(
          "truncate payment, payment_history, dedup_key, open_message, outbox, intent, delivery_count");
    }
  }

  private Incoming settled(String messageId, long version) {
    return answer(messageId, new Body.Settled(id, version, request.intent()));
  }

  private Incoming rejected(String messageId, long version) {
    return answer(
        messageId, new Body.Rejected(id, version, request.intent(), "INSUFFICIENT_FUNDS"));
  }

  private Incoming duplicateOf(String messageId, long version, WinnerState state) {
    return answer(
        messageId, new Body.DuplicateOf(id, version, request.intent(), WINNER, state, null));
  }

  private Incoming answer(String messageId, Body.Result result) {
    return bench.incoming(request, messageId, result);
  }

  private Map<String, Long> results() throws SQLException {
    return bench.counts("ledger-results.eu");
  }
}
