package dev.meridian.consumer.payment;

/** Where a payment stands in the region that accepted it. */
public enum PaymentState {
  /** The payer's home was asked to book it; its answer is awaited. */
  ROUTED,
  /** The money has moved. */
  SETTLED,
  /** No money has moved, or it was returned; the reason says why. */
  REJECTED,
  /** Taken back, or kept from being booked. */
  CANCELLED,
  /** The intent is another payment's; that one, the winner, has the outcome. */
  DUPLICATE_OF
}
