package dev.meridian.consumer.payment;

import static dev.meridian.consumer.payment.PaymentState.CANCELLED;
import static dev.meridian.consumer.payment.PaymentState.DUPLICATE_OF;
import static dev.meridian.consumer.payment.PaymentState.REJECTED;
import static dev.meridian.consumer.payment.PaymentState.ROUTED;
import static dev.meridian.consumer.payment.PaymentState.SETTLED;

import java.util.Map;
import java.util.Set;

/**
 * The one table of a payment's moves. What isn't listed is impossible: a result that asks for it is
 * late, and changes nothing.
 *
 * <pre>
 *   (born)  → ROUTED | DUPLICATE_OF
 *   ROUTED  → SETTLED | REJECTED | CANCELLED | DUPLICATE_OF
 *   SETTLED → CANCELLED
 * </pre>
 */
public final class TransitionTable {
  private static final Set<PaymentState> BIRTHS = Set.of(ROUTED, DUPLICATE_OF);

  private static final Map<PaymentState, Set<PaymentState>> MOVES =
      Map.of(
          ROUTED, Set.of(SETTLED, REJECTED, CANCELLED, DUPLICATE_OF),
          SETTLED, Set.of(CANCELLED),
          REJECTED, Set.of(),
          CANCELLED, Set.of(),
          DUPLICATE_OF, Set.of());

  private TransitionTable() {}

  /** Whether a payment may begin like this. */
  public static boolean mayBeBorn(PaymentState state) {
    return BIRTHS.contains(state);
  }

  /** Whether a payment may go from one state to the other; staying is no move. */
  public static boolean mayMove(PaymentState from, PaymentState to) {
    return MOVES.getOrDefault(from, Set.of()).contains(to);
  }

  /** Whether the home region's answer is still awaited. */
  public static boolean awaitsAnswer(PaymentState state) {
    return state == ROUTED;
  }
}
