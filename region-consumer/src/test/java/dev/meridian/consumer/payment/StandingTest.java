package dev.meridian.consumer.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.messages.Body.WinnerState;
import org.junit.jupiter.api.Test;

class StandingTest {

  @Test
  void constructor_duplicateWithoutWinner_refuses() {
    assertThatThrownBy(() -> new Standing(PaymentState.DUPLICATE_OF, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void constructor_settledWithWinner_refuses() {
    assertThatThrownBy(() -> new Standing(PaymentState.SETTLED, null, "pay-eu-1", null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void constructor_rejectedWithoutReason_refuses() {
    assertThatThrownBy(() -> new Standing(PaymentState.REJECTED, null, null, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void outcome_ofDuplicate_isTheWinners() {
    assertThat(Standing.ROUTED.outcome()).isNull();
    assertThat(Standing.duplicateOf("pay-eu-1", null, null).outcome()).isNull();
    assertThat(Standing.duplicateOf("pay-eu-1", WinnerState.REJECTED, "x").outcome())
        .isEqualTo(WinnerState.REJECTED);
  }
}
