package dev.meridian.consumer.payment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class TransitionTableTest {

  @Test
  void mayMove_everyPair_onlyTheListedOnesMay() {
    Set<String> possible = new TreeSet<>();
    for (PaymentState from : PaymentState.values()) {
      for (PaymentState to : PaymentState.values()) {
        if (TransitionTable.mayMove(from, to)) {
          possible.add(from + " -> " + to);
        }
      }
    }

    assertThat(possible)
        .containsExactly(
            "ROUTED -> CANCELLED",
            "ROUTED -> DUPLICATE_OF",
            "ROUTED -> REJECTED",
            "ROUTED -> SETTLED",
            "SETTLED -> CANCELLED");
  }

  @Test
  void mayBeBorn_everyState_onlyRoutedAndDuplicate() {
    Set<PaymentState> births = EnumSet.noneOf(PaymentState.class);
    for (PaymentState state : PaymentState.values()) {
      if (TransitionTable.mayBeBorn(state)) {
        births.add(state);
      }
    }

    assertThat(births).containsExactlyInAnyOrder(PaymentState.ROUTED, PaymentState.DUPLICATE_OF);
  }
}
