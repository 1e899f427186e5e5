package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Body;
import dev.meridian.messages.Body.CancelRefused;
import dev.meridian.messages.Body.Cancelled;
import dev.meridian.messages.Body.DuplicateOf;
import dev.meridian.messages.Body.RefundRefused;
import dev.meridian.messages.Body.Refunded;
import dev.meridian.messages.Body.Result;
import dev.meridian.messages.Body.Settled;
import dev.meridian.messages.Body.WinnerState;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What origins have heard, by the handle that they gave. Refunds and cancels hear one answer for
 * good; a payment's may only become CANCELLED, or its winner's.
 */
final class Results {
  private final Map<String, Result> answers = new HashMap<>();

  void hear(Result result) {
    if (isNews(result)) {
      return; // a refund that the payment's own region is told of
    }
    Result before = answers.get(handle(result));
    if (before != null && mayFollow(result, before)) {
      return; // a copy of what was said before it
    }
    answers.put(handle(result), result);
    boolean follows = before == null || before.equals(result) || mayFollow(before, result);
    assertThat(follows).as("after %s it was said %s", before, result).isTrue();
  }

  private static boolean isNews(Result result) {
    return result instanceof Refunded refunded
        && refunded.duplicateOf() == null
        && !refunded.paymentId().endsWith("/a");
  }

  private static boolean mayFollow(Result before, Result now) {
    if (before instanceof Settled && now instanceof Cancelled cancelled) {
      return now.version() > before.version() && cancelled.cancelId() == null;
    }
    return before instanceof DuplicateOf was
        && now instanceof DuplicateOf is
        && was.winnerState() == WinnerState.SETTLED
        && is.winnerState() == WinnerState.CANCELLED
        && is.version() > was.version();
  }

  /** Who is told: a refund, a cancel, or a payment. */
  private static String handle(Result result) {
    if (result instanceof Refunded refunded) {
      return refunded.refundId();
    }
    if (result instanceof RefundRefused refused) {
      return refused.refundId();
    }
    if (result instanceof CancelRefused refused) {
      return refused.cancelId();
    }
    if (result instanceof Cancelled cancelled && cancelled.cancelId() != null) {
      return cancelled.cancelId();
    }
    assertThat(result).isNotInstanceOf(Body.Parked.class);
    return result.paymentId();
  }

  boolean has(String handle) {
    return answers.containsKey(handle);
  }

  @Nullable Result of(String handle) {
    return answers.get(handle);
  }

  Map<String, Result> all() {
    return answers;
  }
}
