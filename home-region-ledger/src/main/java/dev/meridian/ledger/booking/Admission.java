package dev.meridian.ledger.booking;

import dev.meridian.ledger.booking.Disposition.Parked;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body;
import dev.meridian.messages.Body.Cancel;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Body.Refund;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.Message;
import dev.meridian.messages.Refusal;
import java.util.Optional;

/** Says which commands can't be decided on here, whatever the database holds. Thread-safe. */
final class Admission {
  private final HomeRegion home;

  Admission(HomeRegion home) {
    this.home = home;
  }

  /** Why the command is parked; empty if it can be worked on. */
  Optional<Parked> refuse(Message command) {
    Envelope envelope = command.envelope();
    if (!(command.body() instanceof Body.Command)) {
      return parked(Refusal.WRONG_TOPIC, command.kind() + " is no command to a ledger");
    }
    if (!home.knows(envelope.originRegion())) {
      return parked(
          Refusal.BAD_ENVELOPE,
          "no region %s is in the registry (%s)"
              .formatted(envelope.originRegion(), home.registry()));
    }
    if (command.body() instanceof Pay pay) {
      return refusePay(envelope, pay);
    }
    if (command.body() instanceof CreditLeg leg) {
      return refuseLeg(leg.payerHome(), leg.account());
    }
    if (command.body() instanceof DebitLeg leg) {
      return refuseLeg(leg.payerHome(), leg.account());
    }
    if (command.body() instanceof Refund refund) {
      return refuseReversal(new BusinessKey(refund.paymentBusinessKey()), refund.payer());
    }
    return command.body() instanceof Cancel cancel
        ? refuseReversal(envelope.businessKey(), cancel.payer())
        : Optional.empty();
  }

  private Optional<Parked> refuseReversal(BusinessKey payment, String payer) {
    if (!payment.isOf(payer)) {
      return parked(
          Refusal.BUSINESS_KEY_MISMATCH, "the payment %s is not of %s".formatted(payment, payer));
    }
    return refuseForeign(payer);
  }

  private Optional<Parked> refusePay(Envelope envelope, Pay pay) {
    if (!pay.intent().businessKey(envelope.requestKey()).equals(envelope.businessKey())) {
      return parked(
          Refusal.BUSINESS_KEY_MISMATCH,
          "the intent's business key is " + pay.intent().businessKey(envelope.requestKey()));
    }
    return refuseForeign(pay.intent().payer());
  }

  private Optional<Parked> refuseLeg(String payerHome, String account) {
    if (!home.knows(payerHome) || payerHome.equals(home.code())) {
      return parked(Refusal.MISROUTED, "a leg from region " + payerHome + " can't be answered");
    }
    return refuseForeign(account);
  }

  private Optional<Parked> refuseForeign(String accountId) {
    try {
      return home.owns(accountId)
          ? Optional.empty()
          : parked(
              Refusal.MISROUTED,
              "the home of %s is %s, this is %s"
                  .formatted(accountId, home.resolver().homeOf(accountId), home.code()));
    } catch (InvalidMessageException unknown) {
      return parked(unknown.refusal(), String.valueOf(unknown.getMessage()));
    }
  }

  private static Optional<Parked> parked(Refusal refusal, String detail) {
    return Optional.of(Parked.of(refusal, detail));
  }
}
