package dev.meridian.ledger.booking;

import dev.meridian.ledger.booking.Disposition.Forwarded;
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

/**
 * Says which commands can't be decided on here, whatever the database holds. One whose account has
 * another home is sent on once, and parked if it comes astray again. One from a region that finds
 * homes in another way is parked at once: both could take the same account for theirs, or neither.
 * Thread-safe.
 */
final class Admission {
  /** A command may be sent on so often. */
  private static final int HOPS_AT_MOST = 1;

  private final HomeRegion home;

  Admission(HomeRegion home) {
    this.home = home;
  }

  /** Why the command is parked, or where it is sent on to; empty if it can be worked on. */
  Optional<Disposition> refuse(Message command) {
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
    return otherMode(envelope).or(() -> refuse(envelope, command.body()));
  }

  private Optional<Disposition> otherMode(Envelope envelope) {
    String mode = envelope.resolverMode();
    return mode == null || mode.equals(home.resolver().mode())
        ? Optional.empty()
        : parked(
            Refusal.MISROUTED,
            "its sender finds homes by '%s', this region by '%s'"
                .formatted(mode, home.resolver().mode()));
  }

  private Optional<Disposition> refuse(Envelope envelope, Body body) {
    if (body instanceof Pay pay) {
      return refusePay(envelope, pay);
    }
    if (body instanceof CreditLeg leg) {
      return refuseLeg(envelope, leg.payerHome(), leg.account());
    }
    if (body instanceof DebitLeg leg) {
      return refuseLeg(envelope, leg.payerHome(), leg.account());
    }
    if (body instanceof Refund refund) {
      return refuseReversal(envelope, new BusinessKey(refund.paymentBusinessKey()), refund.payer());
    }
    return body instanceof Cancel cancel
        ? refuseReversal(envelope, envelope.businessKey(), cancel.payer())
        : Optional.empty();
  }

  private Optional<Disposition> refuseReversal(
      Envelope envelope, BusinessKey payment, String payer) {
    if (!payment.isOf(payer)) {
      return parked(
          Refusal.BUSINESS_KEY_MISMATCH, "the payment %s is not of %s".formatted(payment, payer));
    }
    return refuseForeign(envelope, payer);
  }

  private Optional<Disposition> refusePay(Envelope envelope, Pay pay) {
    if (!pay.intent().businessKey(envelope.requestKey()).equals(envelope.businessKey())) {
      return parked(
          Refusal.BUSINESS_KEY_MISMATCH,
          "the intent's business key is " + pay.intent().businessKey(envelope.requestKey()));
    }
    return refuseForeign(envelope, pay.intent().payer());
  }

  private Optional<Disposition> refuseLeg(Envelope envelope, String payerHome, String account) {
    if (!home.knows(payerHome) || payerHome.equals(home.code())) {
      return parked(Refusal.MISROUTED, "a leg from region " + payerHome + " can't be answered");
    }
    return refuseForeign(envelope, account);
  }

  private Optional<Disposition> refuseForeign(Envelope envelope, String accountId) {
    try {
      String owner = home.resolver().homeOf(accountId);
      return owner.equals(home.code()) ? Optional.empty() : astray(envelope, accountId, owner);
    } catch (InvalidMessageException unknown) {
      return parked(unknown.refusal(), String.valueOf(unknown.getMessage()));
    }
  }

  private Optional<Disposition> astray(Envelope envelope, String accountId, String owner) {
    return envelope.hops() < HOPS_AT_MOST
        ? Optional.of(new Forwarded(owner))
        : parked(
            Refusal.MISROUTED,
            "the home of %s is %s, this is %s, and it was sent on before"
                .formatted(accountId, owner, home.code()));
  }

  private static Optional<Disposition> parked(Refusal refusal, String detail) {
    return Optional.of(Parked.of(refusal, detail));
  }
}
