package dev.meridian.demo.plan;

import java.util.List;

/**
 * Everything that a run sends, in sending order, and the accounts it needs. Immutable.
 *
 * @param options what it was drawn from
 * @param accounts to be opened and funded first
 * @param deliveries the records, in the order of sending
 */
public record PaymentPlan(
    PlanOptions options, List<PlannedAccount> accounts, List<Delivery> deliveries) {

  public PaymentPlan {
    accounts = List.copyOf(accounts);
    deliveries = List.copyOf(deliveries);
  }

  /** Draws the plan that belongs to these options. */
  public static PaymentPlan of(PlanOptions options) {
    return new Planner(options).plan();
  }

  /** What must come of it. */
  public Expected expected() {
    return Expected.of(this);
  }
}
