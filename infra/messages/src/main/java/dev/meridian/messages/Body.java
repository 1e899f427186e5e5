package dev.meridian.messages;

import org.jspecify.annotations.Nullable;

/** The data of a message: one record per kind. Constructors refuse what no such message may say. */
public sealed interface Body {

  /** The kind that this data belongs to. */
  default Kind kind() {
    return Kind.of(getClass());
  }

  /**
   * The record key, which is also what order is kept for: Pay, Cancel and Refund of one payment
   * share the payer's account; credits commute and go by payment, so that a busy merchant isn't one
   * partition.
   */
  String recordKey(Envelope envelope);

  /** What the payments topics carry: the client's wish. */
  sealed interface Request extends Body {
    @Override
    default String recordKey(Envelope envelope) {
      return envelope.businessKey().text();
    }
  }

  /** What regions and homes ask a home region's ledger to do. */
  sealed interface Command extends Body {}

  /** What a home region's ledger answers to an origin; every one names the payment it is about. */
  sealed interface Result extends Body {
    String paymentId();

    /** What the payment is about; null where the home knows of no such payment. */
    @Nullable Intent intent();

    @Override
    default String recordKey(Envelope envelope) {
      return paymentId();
    }

    /** Rises with every outcome that the payment's home region gives for the payment, from 1. */
    long version();
  }

  /** A client's wish to pay. */
  record PaymentRequested(
      String tenant,
      @Nullable String clientReference,
      String payer,
      String payee,
      long amountMinor,
      String currency)
      implements Request {
    public PaymentRequested {
      Checks.present(
          new Intent(tenant, clientReference, payer, payee, amountMinor, currency), "intent");
    }

    public static PaymentRequested of(Intent i) {
      return new PaymentRequested(
          i.tenant(), i.clientReference(), i.payer(), i.payee(), i.amountMinor(), i.currency());
    }

    public Intent intent() {
      return new Intent(tenant, clientReference, payer, payee, amountMinor, currency);
    }
  }

  /** A client's wish to cancel; the envelope's business key is the payment's. */
  record CancelRequested(String tenant, String payer) implements Request {
    public CancelRequested {
      Checks.text(tenant, "tenant");
      Checks.text(payer, "payer");
    }
  }

  /** A client's wish to give money back; has a business key of its own. */
  record RefundRequested(
      String tenant,
      @Nullable String clientReference,
      String payer,
      String paymentBusinessKey,
      long amountMinor,
      String currency)
      implements Request {
    public RefundRequested {
      Checks.text(tenant, "tenant");
      Checks.optionalText(clientReference, "clientReference");
      Checks.text(payer, "payer");
      Checks.present(new BusinessKey(paymentBusinessKey), "paymentBusinessKey");
      Money.moved(amountMinor, currency);
    }
  }

  /** Book this payment, at the payer's home. */
  record Pay(String paymentId, Intent intent) implements Command {
    public Pay {
      Checks.text(paymentId, "paymentId");
      Checks.present(intent, "intent");
    }

    @Override
    public String recordKey(Envelope envelope) {
      return intent.payer();
    }
  }

  /**
   * Take this payment back, or keep it from being booked, at the payer's home.
   *
   * @param cancelId the handle of this try, given by the region that accepted it
   * @param paymentId the payment as that region names it; the cancel's own id if it has none
   */
  record Cancel(String cancelId, String paymentId, String payer) implements Command {
    public Cancel {
      Checks.text(cancelId, "cancelId");
      Checks.text(paymentId, "paymentId");
      Checks.text(payer, "payer");
    }

    @Override
    public String recordKey(Envelope envelope) {
      return payer;
    }
  }

  /** Give a part of a payment back, at the payer's home. */
  record Refund(
      String refundId,
      String paymentId,
      String paymentBusinessKey,
      String payer,
      long amountMinor,
      String currency)
      implements Command {
    public Refund {
      Checks.text(refundId, "refundId");
      Checks.text(paymentId, "paymentId");
      Checks.present(new BusinessKey(paymentBusinessKey), "paymentBusinessKey");
      Checks.text(payer, "payer");
      Money.moved(amountMinor, currency);
    }

    @Override
    public String recordKey(Envelope envelope) {
      return payer;
    }
  }

  /** Debit a refund's payee at its home. */
  record DebitLeg(
      String legId,
      String paymentId,
      String account,
      String payerHome,
      long amountMinor,
      String currency)
      implements Command {
    public DebitLeg {
      Checks.text(legId, "legId");
      Checks.text(paymentId, "paymentId");
      Checks.text(account, "account");
      Checks.text(payerHome, "payerHome");
      Money.moved(amountMinor, currency);
    }

    @Override
    public String recordKey(Envelope envelope) {
      return account;
    }
  }

  /** Why an account is credited: only a first credit may be refused. */
  enum CreditPurpose {
    PAYMENT,
    RETURN,
    REFUND
  }

  /** Credit an account at its home; the leg id is derived, so that a repeat makes the same one. */
  record CreditLeg(
      String legId,
      String paymentId,
      CreditPurpose purpose,
      String account,
      String payerHome,
      long amountMinor,
      String currency)
      implements Command {
    public CreditLeg {
      Checks.text(legId, "legId");
      Checks.text(paymentId, "paymentId");
      Checks.present(purpose, "purpose");
      Checks.text(account, "account");
      Checks.text(payerHome, "payerHome");
      Money.moved(amountMinor, currency);
    }

    @Override
    public String recordKey(Envelope envelope) {
      return paymentId;
    }
  }

  /** What became of a leg, sticky per leg id. */
  enum LegStatus {
    BOOKED,
    REFUSED
  }

  /** The answer to a leg, to the payer's home. */
  record LegAnswer(String legId, String paymentId, LegStatus status, @Nullable String reason)
      implements Command {
    public LegAnswer {
      Checks.text(legId, "legId");
      Checks.text(paymentId, "paymentId");
      Checks.present(status, "status");
      Checks.optionalText(reason, "reason");
      if (status == LegStatus.REFUSED) {
        Checks.present(reason, "reason");
      }
    }

    @Override
    public String recordKey(Envelope envelope) {
      return paymentId;
    }
  }

  /** The money has moved. */
  record Settled(String paymentId, long version, Intent intent) implements Result {
    public Settled {
      Results.check(paymentId, intent);
    }
  }

  /** No money has moved, or it was returned. */
  record Rejected(String paymentId, long version, Intent intent, String reason) implements Result {
    public Rejected {
      Results.check(paymentId, intent);
      Checks.text(reason, "reason");
    }
  }

  /**
   * The payment was taken back, or kept from being booked.
   *
   * @param cancelId the cancel that this answers; null where a payment is told its outcome
   */
  record Cancelled(
      String paymentId, long version, @Nullable Intent intent, @Nullable String cancelId)
      implements Result {
    public Cancelled {
      Checks.text(paymentId, "paymentId");
      Checks.optionalText(cancelId, "cancelId");
      if (cancelId == null) {
        Checks.present(intent, "intent");
      }
    }
  }

  /** The payment could not be cancelled. */
  record CancelRefused(
      String paymentId, long version, @Nullable Intent intent, String cancelId, String reason)
      implements Result {
    public CancelRefused {
      Checks.text(paymentId, "paymentId");
      Checks.text(cancelId, "cancelId");
      Checks.text(reason, "reason");
    }
  }

  /** What became of the payment that won. */
  enum WinnerState {
    SETTLED,
    REJECTED,
    CANCELLED
  }

  /** The intent was booked under another payment id. */
  record DuplicateOf(
      String paymentId,
      long version,
      Intent intent,
      String winnerPaymentId,
      WinnerState winnerState,
      @Nullable String winnerReason)
      implements Result {
    public DuplicateOf {
      Results.check(paymentId, intent);
      Checks.text(winnerPaymentId, "winnerPaymentId");
      Checks.present(winnerState, "winnerState");
      Checks.optionalText(winnerReason, "winnerReason");
    }
  }

  /**
   * A refund was paid out.
   *
   * @param refundedMinor how much of the payment was given back by then, this refund included
   * @param duplicateOf the refund that was paid out, if this one asked for the same; else null
   */
  record Refunded(
      String paymentId,
      long version,
      Intent intent,
      String refundId,
      long refundedMinor,
      @Nullable String duplicateOf)
      implements Result {
    public Refunded {
      Results.check(paymentId, intent);
      Checks.text(refundId, "refundId");
      Checks.optionalText(duplicateOf, "duplicateOf");
      Money.moved(refundedMinor, intent.currency());
    }
  }

  /** A refund was refused. */
  record RefundRefused(
      String paymentId, long version, @Nullable Intent intent, String refundId, String reason)
      implements Result {
    public RefundRefused {
      Checks.text(paymentId, "paymentId");
      Checks.text(refundId, "refundId");
      Checks.text(reason, "reason");
    }
  }

  /** The command lies at its home as a parked message: no answer, the command stays open. */
  record Parked(String paymentId, long version, @Nullable Intent intent, String reason)
      implements Result {
    public Parked {
      Checks.text(paymentId, "paymentId");
      Checks.text(reason, "reason");
    }
  }

  /** A payment's state has changed in one region; for others. */
  record PaymentChanged(
      String paymentId,
      long version,
      Intent intent,
      String state,
      @Nullable String reason,
      @Nullable String duplicateOf)
      implements Body {
    public PaymentChanged {
      Results.check(paymentId, intent);
      Checks.text(state, "state");
      Checks.optionalText(reason, "reason");
      Checks.optionalText(duplicateOf, "duplicateOf");
    }

    @Override
    public String recordKey(Envelope envelope) {
      return paymentId;
    }
  }

  /** An account's balance at its home; readers take only higher versions. */
  record AccountBalance(
      String accountId, String home, String currency, long balanceMinor, long version)
      implements Body {
    public AccountBalance {
      Checks.text(accountId, "accountId");
      Checks.text(home, "home");
      Checks.present(new Money(balanceMinor, currency), "balance");
    }

    @Override
    public String recordKey(Envelope envelope) {
      return accountId;
    }
  }

  /** What every result's constructor checks. */
  final class Results {
    private Results() {}

    static void check(String paymentId, Intent intent) {
      Checks.text(paymentId, "paymentId");
      Checks.present(intent, "intent");
    }
  }
}
