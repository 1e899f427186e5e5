package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.SystemAccount;
import dev.meridian.ledger.homeregion.HomeRegion;
import dev.meridian.messages.Body.Cancel;
import dev.meridian.messages.Body.CreditLeg;
import dev.meridian.messages.Body.CreditPurpose;
import dev.meridian.messages.Body.DebitLeg;
import dev.meridian.messages.Body.LegAnswer;
import dev.meridian.messages.Body.Pay;
import dev.meridian.messages.Body.Refund;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Intent;
import dev.meridian.messages.InvalidMessageException;
import dev.meridian.messages.LegIds;
import dev.meridian.messages.Message;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Every account that a batch's decisions may look at or change, so that all can be locked in one
 * order before the first decision. Rather one too many than one too few.
 */
final class NeededAccounts {
  private final HomeRegion home;
  private final Set<String> ids = new LinkedHashSet<>();
  private final Set<SystemAccount> system = new LinkedHashSet<>();

  NeededAccounts(HomeRegion home, List<Message> commands, Books.Stored stored) {
    this.home = home;
    Map<String, Sent> sent = sent(commands, stored);
    Map<BusinessKey, List<Sent>> payments = payments(commands, stored);
    for (Message command : commands) {
      if (command.body() instanceof Pay pay) {
        add(pay.paymentId(), pay.intent());
      } else if (command.body() instanceof CreditLeg leg) {
        add(leg);
      } else if (command.body() instanceof DebitLeg leg) {
        add(leg);
      } else if (command.body() instanceof LegAnswer answer && sent.containsKey(answer.legId())) {
        addBack(sent.get(answer.legId()));
      } else if (command.body() instanceof Refund refund) {
        addBack(payments.get(new BusinessKey(refund.paymentBusinessKey())));
      } else if (command.body() instanceof Cancel) {
        addBack(payments.get(command.envelope().businessKey()));
      }
    }
    system.forEach(account -> ids.add(account.id()));
  }

  Collection<String> ids() {
    return ids;
  }

  Collection<SystemAccount> system() {
    return system;
  }

  /** A leg that may come back: which payment and intent it belongs to. */
  private record Sent(String paymentId, Intent intent) {}

  private static Map<String, Sent> sent(List<Message> commands, Books.Stored stored) {
    Map<PayOutcome.Key, PayOutcome> outcomes = new HashMap<>();
    stored.outcomes().forEach(outcome -> outcomes.put(outcome.key(), outcome));
    Map<String, Sent> sent = new HashMap<>();
    for (Message command : commands) {
      if (command.body() instanceof Pay pay) {
        String legId = LegIds.of(pay.paymentId(), CreditPurpose.PAYMENT);
        sent.put(legId, new Sent(pay.paymentId(), pay.intent()));
      }
    }
    for (Reversal reversal : stored.reversals().reversals()) {
      PayOutcome outcome = outcomes.get(reversal.acted());
      if (reversal.leg() != null && outcome != null) {
        sent.put(reversal.leg().id(), new Sent(outcome.paymentId(), outcome.intent()));
      }
    }
    for (PaymentLeg leg : stored.paymentLegs()) {
      PayOutcome outcome = outcomes.get(leg.outcome());
      if (outcome != null) {
        sent.put(leg.legId(), new Sent(leg.paymentId(), outcome.intent()));
      }
    }
    return sent;
  }

  private void add(String paymentId, Intent intent) {
    ids.add(intent.payer());
    try {
      String payeeHome = home.resolver().homeOf(intent.payee());
      if (payeeHome.equals(home.code())) {
        ids.add(intent.payee());
      } else {
        system.add(SystemAccount.clearing(payeeHome, intent.currency(), paymentId));
      }
    } catch (InvalidMessageException unknownAnywhere) {
      return; // refused without a look at any account
    }
  }

  /** Every payment of each intent that is stored, or may come to be with this batch. */
  private static Map<BusinessKey, List<Sent>> payments(
      List<Message> commands, Books.Stored stored) {
    Map<BusinessKey, List<Sent>> payments = new HashMap<>();
    for (PayOutcome outcome : stored.outcomes()) {
      payments
          .computeIfAbsent(outcome.businessKey(), key -> new ArrayList<>())
          .add(new Sent(outcome.paymentId(), outcome.intent()));
    }
    for (Message command : commands) {
      if (command.body() instanceof Pay pay) {
        payments
            .computeIfAbsent(command.envelope().businessKey(), key -> new ArrayList<>())
            .add(new Sent(pay.paymentId(), pay.intent()));
      }
    }
    return payments;
  }

  private void add(DebitLeg leg) {
    ids.add(leg.account());
    system.add(SystemAccount.clearing(leg.payerHome(), leg.currency(), leg.paymentId()));
  }

  private void add(CreditLeg leg) {
    ids.add(leg.account());
    system.add(SystemAccount.clearing(leg.payerHome(), leg.currency(), leg.paymentId()));
    if (leg.purpose() != CreditPurpose.PAYMENT) {
      system.add(SystemAccount.suspense(leg.currency()));
    }
  }

  private void addBack(@Nullable List<Sent> payments) {
    if (payments != null) {
      payments.forEach(this::addBack);
    }
  }

  /** What a payment's money is taken from, and where it may go back to. */
  private void addBack(Sent sent) {
    add(sent.paymentId(), sent.intent());
    system.add(SystemAccount.suspense(sent.intent().currency()));
  }
}
