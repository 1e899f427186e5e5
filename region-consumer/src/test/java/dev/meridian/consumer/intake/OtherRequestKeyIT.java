package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.intake.Workbench.Request;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.WinnerState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Another request key for the same intent, in each state that the first try can stand in. */
class OtherRequestKeyIT {
  private static final String WINNER = "pay-us-0123456789abcde";

  private Workbench bench;
  private Request first;
  private Request second;

  @BeforeEach
  void firstIsRouted() throws Exception {
    bench = Workbench.fresh();
    first = bench.request();
    second = first.withRequestKey("second");
    bench.take(bench.incoming(first));
  }

  @Test
  void apply_firstIsRouted_isItsDuplicateAndFollowsIt() throws Exception {
    bench.take(bench.incoming(second));

    assertThat(bench.payment(second))
        .containsEntry("state", "DUPLICATE_OF")
        .containsEntry("duplicate_of", bench.paymentId(first))
        .containsEntry("winner_state", null);

    bench.answer(settled("res-1"));

    assertThat(bench.payment(second))
        .containsEntry("state", "DUPLICATE_OF")
        .containsEntry("winner_state", "SETTLED")
        .containsEntry("version", "1");
    assertThat(commands()).isEqualTo(1);
  }

  @Test
  void apply_firstIsRejectedAfterwards_duplicateShowsTheReason() throws Exception {
    bench.take(bench.incoming(second));

    bench.answer(rejected("res-1"));

    assertThat(bench.payment(second))
        .containsEntry("winner_state", "REJECTED")
        .containsEntry("reason", "INSUFFICIENT_FUNDS");
  }

  @Test
  void apply_firstIsSettled_isBornAsDuplicateOfASettledOne() throws Exception {
    bench.answer(settled("res-1"));

    bench.take(bench.incoming(second));

    assertThat(bench.payment(second))
        .containsEntry("state", "DUPLICATE_OF")
        .containsEntry("winner_state", "SETTLED");
    assertThat(commands()).isEqualTo(1);
  }

  @Test
  void apply_firstIsRejected_isEvaluatedAfresh() throws Exception {
    bench.answer(rejected("res-1"));

    bench.take(bench.incoming(second));

    assertThat(bench.payment(second)).containsEntry("state", "ROUTED");
    assertThat(commands()).isEqualTo(2);
  }

  @Test
  void apply_firstIsDuplicateOfASettledOne_isDuplicateOfThatWinner() throws Exception {
    bench.answer(duplicateOf("res-1", 1, WinnerState.SETTLED));

    bench.take(bench.incoming(second));

    assertThat(bench.payment(second))
        .containsEntry("state", "DUPLICATE_OF")
        .containsEntry("duplicate_of", WINNER)
        .containsEntry("winner_state", "SETTLED");
  }

  @Test
  void apply_firstIsDuplicateOfARejectedOne_isEvaluatedAfresh() throws Exception {
    bench.answer(duplicateOf("res-1", 1, WinnerState.REJECTED));

    bench.take(bench.incoming(second));

    assertThat(bench.payment(second)).containsEntry("state", "ROUTED");
  }

  @Test
  void apply_firstLosesToAnotherRegionsPaymentAfterwards_duplicatesFollowTheWinner()
      throws Exception {
    bench.take(bench.incoming(second));

    bench.answer(duplicateOf("res-1", 1, WinnerState.SETTLED));
    assertThat(bench.payment(second)).containsEntry("duplicate_of", WINNER);
    bench.answer(duplicateOf("res-2", 2, WinnerState.REJECTED));

    assertThat(bench.payment(first)).containsEntry("winner_state", "REJECTED");
    assertThat(bench.payment(second)).containsEntry("winner_state", "REJECTED");
  }

  @Test
  void apply_otherContentWhileFirstIsOpen_isParkedAndLeavesNoKey() throws Exception {
    bench.take(bench.incoming(second.withAmount(1)), bench.incoming(second.withAmount(1)));

    assertThat(bench.number("select count(*) from payment")).isEqualTo(1);
    assertThat(bench.row("select reason, count from parked_message"))
        .containsEntry("reason", "CONFLICT")
        .containsEntry("count", "2");
    assertThat(bench.number("select count(*) from dedup_key")).isEqualTo(1);
  }

  @Test
  void apply_bothInOneBatch_secondIsDuplicateOfFirst() throws Exception {
    Request one = bench.request();
    Request two = one.withRequestKey("two");

    bench.take(bench.incoming(one), bench.incoming(two));

    assertThat(bench.payment(two)).containsEntry("duplicate_of", bench.paymentId(one));
  }

  private Incoming settled(String messageId) throws Exception {
    return bench.incoming(
        first, messageId, new Body.Settled(bench.paymentId(first), 1, first.intent()));
  }

  private Incoming rejected(String messageId) throws Exception {
    return bench.incoming(
        first,
        messageId,
        new Body.Rejected(bench.paymentId(first), 1, first.intent(), "INSUFFICIENT_FUNDS"));
  }

  private Incoming duplicateOf(String messageId, long version, WinnerState state) throws Exception {
    return bench.incoming(
        first,
        messageId,
        new Body.DuplicateOf(bench.paymentId(first), version, first.intent(), WINNER, state, null));
  }

  private long commands() throws Exception {
    return bench.number("select count(*) from outbox where topic like 'ledger-commands.%'");
  }
}
