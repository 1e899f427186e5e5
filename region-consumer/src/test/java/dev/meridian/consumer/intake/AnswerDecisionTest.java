package dev.meridian.consumer.intake;

import static dev.meridian.consumer.intake.Decisions.INTENT;
import static dev.meridian.consumer.intake.Decisions.PAYMENT;
import static dev.meridian.consumer.intake.Decisions.WINNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.WinnerState;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AnswerDecisionTest {
  private static final Standing SETTLED = new Standing(PaymentState.SETTLED, null, null, null);
  private static final Standing REJECTED = new Standing(PaymentState.REJECTED, "WHY", null, null);
  private static final Standing CANCELLED = new Standing(PaymentState.CANCELLED, null, null, null);
  private static final Standing DUPLICATE = Standing.duplicateOf(WINNER, WinnerState.SETTLED, null);

  static Stream<Body.Result> finalAnswers() {
    return Stream.of(
        new Body.Settled(PAYMENT, 2, INTENT),
        new Body.Rejected(PAYMENT, 2, INTENT, "WHY"),
        new Body.Cancelled(PAYMENT, 2, INTENT, null),
        new Body.DuplicateOf(PAYMENT, 2, INTENT, WINNER, WinnerState.SETTLED, null));
  }

  @ParameterizedTest
  @MethodSource("finalAnswers")
  void of_routedPayment_moves(Body.Result answer) {
    AnswerDecision decision = decide(Standing.ROUTED, 0, answer);

    assertThat(decision).isInstanceOf(AnswerDecision.Moves.class);
    Payment to = ((AnswerDecision.Moves) decision).to();
    assertThat(to.version()).isEqualTo(2);
    assertThat(to.resultVersion()).isEqualTo(2);
  }

  @ParameterizedTest
  @MethodSource("finalAnswers")
  void of_sameStanding_isARepeat(Body.Result answer) {
    assertThat(decide(Standing.by(answer), 2, answer)).isInstanceOf(AnswerDecision.Repeat.class);
  }

  @Test
  void of_finalPaymentAndAnotherFinalAnswer_isLate() {
    Body.Result rejected = new Body.Rejected(PAYMENT, 9, INTENT, "WHY");
    Body.Result settled = new Body.Settled(PAYMENT, 9, INTENT);

    assertThat(decide(SETTLED, 1, rejected)).isInstanceOf(AnswerDecision.Late.class);
    assertThat(decide(REJECTED, 1, settled)).isInstanceOf(AnswerDecision.Late.class);
    assertThat(decide(CANCELLED, 1, settled)).isInstanceOf(AnswerDecision.Late.class);
    assertThat(decide(DUPLICATE, 1, settled)).isInstanceOf(AnswerDecision.Late.class);
  }

  @Test
  void of_lowerOrEqualVersion_isLateEvenWhereTheMoveWouldBeAllowed() {
    Body.Result cancelled = new Body.Cancelled(PAYMENT, 2, INTENT, null);

    assertThat(decide(SETTLED, 2, cancelled)).isInstanceOf(AnswerDecision.Late.class);
    assertThat(decide(SETTLED, 1, cancelled)).isInstanceOf(AnswerDecision.Moves.class);
  }

  @Test
  void of_duplicateWhoseWinnerHasANewerOutcome_followsWithoutAMove() {
    Body.Result newer =
        new Body.DuplicateOf(PAYMENT, 2, INTENT, WINNER, WinnerState.REJECTED, "WHY");

    AnswerDecision decision = decide(DUPLICATE, 1, newer);

    assertThat(decision).isInstanceOf(AnswerDecision.Follows.class);
    assertThat(((AnswerDecision.Follows) decision).to().version()).isEqualTo(2);
  }

  @Test
  void of_parked_isStillWaiting() {
    Body.Result parked = new Body.Parked(PAYMENT, 1, INTENT, "MISROUTED");

    assertThat(decide(Standing.ROUTED, 0, parked)).isInstanceOf(AnswerDecision.StillWaiting.class);
  }

  @Test
  void of_otherContent_isAConflict() {
    Body.Result other = new Body.Settled(PAYMENT, 1, Decisions.withAmount(7));

    assertThat(decide(Standing.ROUTED, 0, other)).isInstanceOf(AnswerDecision.Conflict.class);
  }

  private static AnswerDecision decide(Standing standing, long version, Body.Result answer) {
    return AnswerDecision.of(
        Decisions.payment(PAYMENT, "first", standing, version), Decisions.answer(answer));
  }
}
