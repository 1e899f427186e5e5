package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.messages.Body.WinnerState;
import dev.meridian.messages.BusinessKey;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All tries at a batch's intents as they were read under the intents' locks, kept up to date with
 * what the batch itself decides. Not thread-safe.
 */
final class KnownPayments {
  private final Map<String, Payment> byId = new LinkedHashMap<>();
  private final Map<BusinessKey, Map<String, String>> idsByKeys = new HashMap<>();

  KnownPayments(Collection<Payment> payments) {
    payments.forEach(this::put);
  }

  void put(Payment payment) {
    byId.put(payment.id(), payment);
    idsByKeys
        .computeIfAbsent(payment.businessKey(), key -> new LinkedHashMap<>())
        .put(payment.requestKey(), payment.id());
  }

  /** The payment goes by another id from now on, and so does the winner of its duplicates. */
  void rename(Payment from, Payment to) {
    byId.remove(from.id());
    put(to);
    ofIntent(to.businessKey()).stream()
        .filter(each -> from.id().equals(each.standing().duplicateOf()))
        .toList()
        .forEach(each -> put(following(each, to)));
  }

  private static Payment following(Payment duplicate, Payment winner) {
    Standing standing = duplicate.standing();
    return duplicate.following(
        Standing.duplicateOf(winner.id(), standing.outcome(), standing.reason()),
        duplicate.resultVersion(),
        duplicate.resultMessageId());
  }

  Optional<Payment> find(String id) {
    return Optional.ofNullable(byId.get(id));
  }

  /** The payment of this very try. */
  Optional<Payment> find(BusinessKey businessKey, String requestKey) {
    return Optional.ofNullable(idsByKeys.getOrDefault(businessKey, Map.of()).get(requestKey))
        .map(byId::get);
  }

  /** All tries at one intent. */
  List<Payment> ofIntent(BusinessKey businessKey) {
    return idsByKeys.getOrDefault(businessKey, Map.of()).values().stream().map(byId::get).toList();
  }

  /**
   * The try that another try at the same intent would be a duplicate of: one that is open or
   * settled, be it by its winner's latest outcome. None after a rejection: the intent is free
   * again.
   */
  Optional<Payment> standingInTheWay(BusinessKey businessKey) {
    return ofIntent(businessKey).stream().filter(this::isOpenOrSettled).findFirst();
  }

  private boolean isOpenOrSettled(Payment payment) {
    Payment winner = byId.getOrDefault(payment.winnerId(), payment);
    return winner.state() == PaymentState.ROUTED
        || winner.standing().outcome() == WinnerState.SETTLED;
  }
}
