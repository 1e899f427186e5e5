package dev.meridian.consumer.http;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.meridian.consumer.payment.PaymentEntity;
import dev.meridian.consumer.payment.PaymentMoveEntity;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A payment as clients see it. Ids are strings; amounts are integers in minor units.
 *
 * @param reason why it, or its winner, was rejected
 * @param duplicateOf the payment whose outcome counts
 * @param winnerState that payment's outcome, absent while it is open
 * @param version rises with each move of the state
 * @param history every move, if asked for
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record PaymentView(
    String id,
    String payer,
    String payee,
    long amountMinor,
    String currency,
    String state,
    @Nullable String reason,
    @Nullable String duplicateOf,
    @Nullable String winnerState,
    long refundedMinor,
    int version,
    String homeRegion,
    Instant occurredAt,
    Instant createdAt,
    Instant updatedAt,
    @Nullable List<Step> history) {

  /** One move of the state. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  record Step(
      int version,
      @Nullable String from,
      String to,
      String cause,
      @Nullable String reason,
      Instant at) {

    static Step of(PaymentMoveEntity move) {
      return new Step(move.version, move.fromState, move.toState, move.cause, move.reason, move.at);
    }
  }

  static PaymentView of(PaymentEntity p, @Nullable List<PaymentMoveEntity> moves) {
    return new PaymentView(
        p.id,
        p.payer,
        p.payee,
        p.amountMinor,
        p.currency,
        p.state,
        p.reason,
        p.duplicateOf,
        p.winnerState,
        p.refundedMinor,
        p.version,
        p.homeRegion,
        p.occurredAt,
        p.createdAt,
        p.updatedAt,
        moves == null ? null : moves.stream().map(Step::of).toList());
  }
}
