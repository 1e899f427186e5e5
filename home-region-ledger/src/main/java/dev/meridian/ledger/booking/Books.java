package dev.meridian.ledger.booking;

import dev.meridian.ledger.account.Balances;
import dev.meridian.ledger.journal.JournalEntry;
import dev.meridian.messages.BusinessKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a batch works on: everything that was read under the batch's locks, changed by one decision
 * after the other, and what of it is new and has to be written. Later decisions of a batch see the
 * earlier ones, so a repeat within a batch is a repeat like any other. Not thread-safe.
 */
final class Books {
  private final Balances balances;
  private final Map<BusinessKey, IntentBook> intents = new HashMap<>();
  private final Map<String, PaymentLeg> paymentLegs = new HashMap<>();
  private final Map<String, LegOutcome> legOutcomes = new HashMap<>();
  private final ReversalBook reversals;

  private final List<JournalEntry> newEntries = new ArrayList<>();
  private final Map<PayOutcome.Key, PayOutcome> newOutcomes = new LinkedHashMap<>();
  private final Map<PayOutcome.Key, PayOutcome> changedOutcomes = new LinkedHashMap<>();
  private final List<Asker> newAskers = new ArrayList<>();
  private final Map<String, PaymentLeg> newPaymentLegs = new LinkedHashMap<>();
  private final Map<String, PaymentLeg> changedPaymentLegs = new LinkedHashMap<>();
  private final List<LegOutcome> newLegOutcomes = new ArrayList<>();
  private final List<Outgoing> outgoing = new ArrayList<>();
  private final Set<String> answeredLegs = new HashSet<>();

  Books(Balances balances, Stored stored) {
    this.balances = balances;
    stored.outcomes().forEach(outcome -> intent(outcome.businessKey()).put(outcome));
    stored.askers().forEach(asker -> intent(asker.businessKey()).put(asker));
    stored.paymentLegs().forEach(leg -> paymentLegs.put(leg.legId(), leg));
    reversals = new ReversalBook(stored.reversals());
    stored.legOutcomes().forEach(outcome -> legOutcomes.put(outcome.leg().legId(), outcome));
  }

  /** What was read. */
  record Stored(
      Collection<PayOutcome> outcomes,
      Collection<Asker> askers,
      Collection<PaymentLeg> paymentLegs,
      ReversalBook.Stored reversals,
      Collection<LegOutcome> legOutcomes) {
    static final Stored NOTHING =
        new Stored(List.of(), List.of(), List.of(), ReversalBook.Stored.NOTHING, List.of());

    Stored with(Collection<LegOutcome> newLegOutcomes) {
      return new Stored(outcomes, askers, paymentLegs, reversals, newLegOutcomes);
    }
  }

  Balances balances() {
    return balances;
  }

  IntentBook intent(BusinessKey key) {
    return intents.computeIfAbsent(key, any -> new IntentBook());
  }

  ReversalBook reversals() {
    return reversals;
  }

  /** The payment that a refund or cancel acts on; null if there was none. */
  @Nullable PayOutcome actedOn(Reversal reversal) {
    PayOutcome.Key acted = reversal.acted();
    return acted == null ? null : intent(acted.businessKey()).own(acted.requestKey());
  }

  /** Which of its payment's outcomes this one is. */
  long version(PayOutcome outcome) {
    return outcome.isCancelled() ? reversals.capture(outcome).version() : Answers.FIRST_OUTCOME;
  }

  @Nullable PaymentLeg paymentLeg(String legId) {
    return paymentLegs.get(legId);
  }

  @Nullable LegOutcome legOutcome(String legId) {
    return legOutcomes.get(legId);
  }

  void book(JournalEntry entry) {
    balances.apply(entry);
    newEntries.add(entry);
  }

  void add(PayOutcome outcome) {
    intent(outcome.businessKey()).put(outcome);
    newOutcomes.put(outcome.key(), outcome);
  }

  void change(PayOutcome outcome) {
    intent(outcome.businessKey()).put(outcome);
    if (newOutcomes.replace(outcome.key(), outcome) == null) {
      changedOutcomes.put(outcome.key(), outcome);
    }
  }

  void add(Asker asker) {
    intent(asker.businessKey()).put(asker);
    newAskers.add(asker);
  }

  void add(PaymentLeg leg) {
    paymentLegs.put(leg.legId(), leg);
    newPaymentLegs.put(leg.legId(), leg);
  }

  /** Takes the answered leg in, and closes the message that asked for the answer. */
  void change(PaymentLeg leg) {
    paymentLegs.put(leg.legId(), leg);
    answered(leg.legId());
    if (newPaymentLegs.replace(leg.legId(), leg) == null) {
      changedPaymentLegs.put(leg.legId(), leg);
    }
  }

  void add(LegOutcome outcome) {
    legOutcomes.put(outcome.leg().legId(), outcome);
    newLegOutcomes.add(outcome);
  }

  /** Closes the message that asked for this leg's answer. */
  void answered(String legId) {
    answeredLegs.add(legId);
  }

  void send(Outgoing message) {
    outgoing.add(message);
  }

  List<JournalEntry> newEntries() {
    return newEntries;
  }

  List<PayOutcome> newOutcomes() {
    return List.copyOf(newOutcomes.values());
  }

  List<PayOutcome> changedOutcomes() {
    return List.copyOf(changedOutcomes.values());
  }

  List<Asker> newAskers() {
    return newAskers;
  }

  List<PaymentLeg> newPaymentLegs() {
    return List.copyOf(newPaymentLegs.values());
  }

  List<PaymentLeg> changedPaymentLegs() {
    return List.copyOf(changedPaymentLegs.values());
  }

  List<LegOutcome> newLegOutcomes() {
    return newLegOutcomes;
  }

  List<Outgoing> outgoing() {
    return outgoing;
  }

  Set<String> answeredLegs() {
    return answeredLegs;
  }
}
