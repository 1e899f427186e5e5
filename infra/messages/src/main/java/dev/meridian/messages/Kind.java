package dev.meridian.messages;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every kind of message, with the record that holds its data. */
public enum Kind {
  PAYMENT_REQUESTED(Body.PaymentRequested.class),
  CANCEL_REQUESTED(Body.CancelRequested.class),
  REFUND_REQUESTED(Body.RefundRequested.class),
  PAY(Body.Pay.class),
  CANCEL(Body.Cancel.class),
  REFUND(Body.Refund.class),
  DEBIT_LEG(Body.DebitLeg.class),
  CREDIT_LEG(Body.CreditLeg.class),
  LEG_ANSWER(Body.LegAnswer.class),
  SETTLED(Body.Settled.class),
  REJECTED(Body.Rejected.class),
  CANCELLED(Body.Cancelled.class),
  CANCEL_REFUSED(Body.CancelRefused.class),
  DUPLICATE_OF(Body.DuplicateOf.class),
  REFUNDED(Body.Refunded.class),
  REFUND_REFUSED(Body.RefundRefused.class),
  PARKED(Body.Parked.class),
  PAYMENT_CHANGED(Body.PaymentChanged.class),
  ACCOUNT_BALANCE(Body.AccountBalance.class);

  private static final Map<String, Kind> BY_NAME =
      Stream.of(values())
          .collect(Collectors.toUnmodifiableMap(Kind::typeName, Function.identity()));
  private static final Map<Class<? extends Body>, Kind> BY_BODY =
      Stream.of(values()).collect(Collectors.toUnmodifiableMap(k -> k.body, Function.identity()));

  private final Class<? extends Body> body;

  Kind(Class<? extends Body> body) {
    this.body = body;
  }

  /** The name on the wire, as in {@code dev.meridian.Settled.v1}. */
  public String typeName() {
    return body.getSimpleName();
  }

  public Class<? extends Body> body() {
    return body;
  }

  static Optional<Kind> named(String typeName) {
    return Optional.ofNullable(BY_NAME.get(typeName));
  }

  static Kind of(Class<? extends Body> body) {
    Kind kind = BY_BODY.get(body);
    if (kind == null) {
      throw new IllegalStateException(body + " has no kind");
    }
    return kind;
  }
}
