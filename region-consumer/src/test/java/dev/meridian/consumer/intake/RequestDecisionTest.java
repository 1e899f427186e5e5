package dev.meridian.consumer.intake;

import static dev.meridian.consumer.intake.Decisions.INTENT;
import static dev.meridian.consumer.intake.Decisions.PAYMENT;
import static dev.meridian.consumer.intake.Decisions.WINNER;
import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.dedup.Tier;
import dev.meridian.dedup.Verdict;
import dev.meridian.messages.Body.WinnerState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestDecisionTest {
  private static final Verdict NEW = new Verdict.New();
  private static final Instant SEEN = Instant.parse("2026-11-29T12:00:00Z");

  @Test
  void of_firstTry_isRouted() {
    assertThat(RequestDecision.of(Decisions.request("first", INTENT), NEW, nothing()))
        .isInstanceOf(RequestDecision.Route.class);
  }

  @Test
  void of_sameTry_isARepeatWhateverTheVerdict() {
    for (Verdict verdict :
        List.of(NEW, new Verdict.Duplicate(Tier.WARM, SEEN), new Verdict.Conflict(SEEN))) {
      assertThat(
              RequestDecision.of(
                  Decisions.request("first", INTENT), verdict, known(Standing.ROUTED)))
          .isInstanceOf(RequestDecision.Repeat.class);
    }
  }

  @Test
  void of_sameTryWithOtherContent_isAConflict() {
    assertThat(
            RequestDecision.of(
                Decisions.request("first", Decisions.withAmount(7)), NEW, known(Standing.ROUTED)))
        .isInstanceOf(RequestDecision.Conflict.class);
  }

  @Test
  void of_dedupRowWithoutItsPayment_isARepeatOrAConflictAndNeverNew() {
    Inspected.Request request = Decisions.request("first", INTENT);

    assertThat(RequestDecision.of(request, new Verdict.Duplicate(Tier.WARM, SEEN), nothing()))
        .isEqualTo(new RequestDecision.Repeat(null));
    assertThat(RequestDecision.of(request, new Verdict.Conflict(SEEN), nothing()))
        .isInstanceOf(RequestDecision.Conflict.class);
  }

  @Test
  void of_otherTry_dependsOnWhereTheFirstStands() {
    assertThat(otherTry(Standing.ROUTED)).isInstanceOf(RequestDecision.FollowWinner.class);
    assertThat(otherTry(standing(PaymentState.SETTLED)))
        .isInstanceOf(RequestDecision.FollowWinner.class);
    assertThat(otherTry(standing(PaymentState.REJECTED))).isInstanceOf(RequestDecision.Route.class);
    assertThat(otherTry(Standing.duplicateOf(WINNER, WinnerState.SETTLED, null)))
        .isInstanceOf(RequestDecision.FollowWinner.class);
    assertThat(otherTry(Standing.duplicateOf(WINNER, WinnerState.REJECTED, "WHY")))
        .isInstanceOf(RequestDecision.Route.class);
  }

  @Test
  void of_otherTryAfterACancel_isRoutedSinceItsHomeAnswersItForGood() {
    assertThat(otherTry(standing(PaymentState.CANCELLED)))
        .isInstanceOf(RequestDecision.Route.class);
  }

  private static RequestDecision otherTry(Standing first) {
    return RequestDecision.of(Decisions.request("second", INTENT), NEW, known(first));
  }

  private static Standing standing(PaymentState state) {
    return new Standing(state, state == PaymentState.REJECTED ? "WHY" : null, null, null);
  }

  private static KnownPayments nothing() {
    return new KnownPayments(List.of());
  }

  private static KnownPayments known(Standing first) {
    return new KnownPayments(List.of(Decisions.payment(PAYMENT, "first", first, 1)));
  }
}
