package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.HistoryRow;
import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.Payments;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.dedup.Claim;
import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Fingerprint;
import dev.meridian.dedup.Hold;
import dev.meridian.dedup.Lookup;
import dev.meridian.dedup.Verdict;
import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.inbox.Delivery.Tier;
import dev.meridian.inbox.Failure;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes requests in: the one way in, for a batch of Kafka's and for a batch of one.
 *
 * <p>Everything happens in the caller's transaction (READ COMMITTED): when it commits, each
 * delivery has its effect, its parked row or its count, and the consumed position covers the batch;
 * when it doesn't, nothing has happened. Locks are taken in this order, each kind sorted: dedup
 * keys, then intents. Nothing a producer sends makes it throw; what the database refuses does, as
 * {@link SQLException}.
 *
 * <p>Thread-safe; blocks on the database only.
 */
public final class Intake {
  private final ConsumerContext context;
  private final Payments payments = new Payments();
  private final ChangesWriter writer;

  public Intake(ConsumerContext context) {
    this.context = context;
    this.writer = new ChangesWriter(context);
  }

  /** The keys of a batch's requests. */
  List<DedupKey> keys(List<Incoming> batch) {
    List<Inspected> inspected = batch.stream().map(context.inspection()::request).toList();
    return Inspected.only(Inspected.Request.class, inspected).stream().map(Intake::key).toList();
  }

  /** Waits for other instances that work on the same keys, where that is set. */
  Hold hold(List<DedupKey> keys) {
    return context.deduplicator().hold(ConsumerContext.GROUP, keys);
  }

  /** Asks the hot tier; outside of any transaction. */
  Lookup lookUp(List<DedupKey> keys) {
    return context.deduplicator().lookUp(ConsumerContext.GROUP, keys);
  }

  /**
   * Takes a batch in, in the order given.
   *
   * @param lookup what the hot tier said of its keys, and maybe of others
   * @return what became of each record, true once the transaction has committed
   */
  Taken apply(Connection connection, List<Incoming> batch, Lookup lookup) throws SQLException {
    List<Inspected> inspected = batch.stream().map(context.inspection()::request).toList();
    List<Inspected.Request> requests = Inspected.only(Inspected.Request.class, inspected);
    Map<String, DedupKey> firsts = new LinkedHashMap<>();
    requests.forEach(r -> firsts.putIfAbsent(r.dedupKey(), key(r)));
    Claim claim =
        context
            .deduplicator()
            .claim(connection, ConsumerContext.GROUP, lookup, new ArrayList<>(firsts.values()));
    Map<String, Verdict> verdicts = byKey(firsts.keySet(), claim.verdicts());
    payments.lockIntents(connection, intentsOfNew(requests, verdicts));
    KnownPayments known =
        new KnownPayments(payments.ofIntents(connection, intents(requests, r -> true)));
    Changes changes = new Changes();
    inspected.forEach(each -> decide(each, verdicts, known, changes));
    claim.forgetParked(connection, parked(requests, verdicts, known));
    return new Taken(writer.write(connection, batch, changes), Optional.of(claim));
  }

  /** Parks the one record that the database refuses alone. */
  Taken park(Connection connection, Incoming refused, Failure.Poison why) throws SQLException {
    Changes changes = new Changes();
    String detail = String.valueOf(why.cause().getMessage());
    if (why.isUndecidable()) {
      changes.park(
          new Inspected.Refused(refused, Refusal.UNDECIDABLE, detail), Refusal.UNDECIDABLE, detail);
    } else {
      changes.park(context.inspection().request(refused), Refusal.NOT_STORABLE, detail);
    }
    return new Taken(writer.write(connection, List.of(refused), changes), Optional.empty());
  }

  /** One claim per key: what its repeats in this batch are is told by what became of the first. */
  private static Map<String, Verdict> byKey(Collection<String> keys, List<Verdict> told) {
    Map<String, Verdict> verdicts = new HashMap<>();
    keys.forEach(key -> verdicts.put(key, told.get(verdicts.size())));
    return verdicts;
  }

  private static DedupKey key(Inspected.Request request) {
    return new DedupKey(
        request.dedupKey(),
        Fingerprint.of(request.fingerprint().bytes()),
        request.fingerprint().version(),
        request.envelope().occurredAt());
  }

  private void decide(
      Inspected each, Map<String, Verdict> verdicts, KnownPayments known, Changes changes) {
    if (each instanceof Inspected.Tombstone) {
      changes.count(each.incoming(), Outcome.TOMBSTONE);
    } else if (each instanceof Inspected.Refused refused) {
      changes.park(refused, refused.refusal(), refused.detail());
    } else if (each instanceof Inspected.Request request) {
      apply(request, verdict(verdicts, request), known, changes);
    } else {
      throw new IllegalStateException("no request: " + each);
    }
  }

  private void apply(
      Inspected.Request request, Verdict verdict, KnownPayments known, Changes changes) {
    Incoming incoming = request.incoming();
    RequestDecision decision = RequestDecision.of(request, verdict, known);
    if (decision instanceof RequestDecision.Route) {
      route(request, known, changes);
      changes.count(incoming, Outcome.APPLIED);
    } else if (decision instanceof RequestDecision.FollowWinner follow) {
      beDuplicate(request, follow.first(), known, changes);
      changes.count(incoming, Outcome.duplicate(Tier.WARM, Cause.OTHER_REQUEST));
    } else if (decision instanceof RequestDecision.Repeat repeat) {
      changes.count(incoming, repeated(request, verdict, repeat.payment(), changes));
    } else if (decision instanceof RequestDecision.Conflict conflict) {
      changes.park(request, Refusal.CONFLICT, conflict.detail());
    }
  }

  private void route(Inspected.Request request, KnownPayments known, Changes changes) {
    Payment payment = born(request, Standing.ROUTED);
    String trace = context.traceParents().keepOrMake(request.envelope().traceparent());
    changes.applied.add(request.applied());
    changes.born(payment, HistoryRow.Cause.REQUEST, payment.messageId());
    changes.messages.add(context.messages().pay(payment, trace));
    changes.messages.add(context.messages().changed(payment, trace));
    known.put(payment);
  }

  private void beDuplicate(
      Inspected.Request request, Payment first, KnownPayments known, Changes changes) {
    Payment winner = known.find(first.winnerId()).orElse(first);
    Payment payment =
        born(
            request,
            Standing.duplicateOf(
                winner.winnerId(), winner.standing().outcome(), winner.standing().reason()));
    String trace = context.traceParents().keepOrMake(request.envelope().traceparent());
    changes.applied.add(request.applied());
    changes.born(payment, HistoryRow.Cause.OTHER_REQUEST, payment.messageId());
    changes.messages.add(context.messages().changed(payment, trace));
    known.put(payment);
  }

  private Payment born(Inspected.Request request, Standing standing) {
    return new Payment(
        context.ids().payment(),
        request.envelope().businessKey(),
        request.envelope().requestKey(),
        request.intent(),
        request.fingerprint(),
        standing,
        1,
        0,
        null,
        request.envelope().originRegion(),
        request.home(),
        request.envelope().messageId(),
        request.envelope().occurredAt(),
        0);
  }

  /** Only where no tier knew a payment that was there before this batch did the tiers fail. */
  private static Outcome repeated(
      Inspected.Request request, Verdict verdict, @Nullable Payment payment, Changes changes) {
    boolean tiersFailed =
        verdict instanceof Verdict.New
            && payment != null
            && !changes.born.containsKey(payment.id());
    Cause otherwise = tiersFailed ? Cause.TIER_FAILURE : Cause.OTHER_MESSAGE;
    return Outcome.duplicate(
        tiersFailed ? Tier.LEDGER : tierOf(verdict),
        Causes.ofRequest(request.envelope(), payment, otherwise));
  }

  private static Tier tierOf(Verdict verdict) {
    return verdict instanceof Verdict.Duplicate duplicate
            && duplicate.tier() == dev.meridian.dedup.Tier.HOT
        ? Tier.HOT
        : Tier.WARM;
  }

  /** A key whose delivery is parked is new again when it is redriven. */
  private static Collection<DedupKey> parked(
      List<Inspected.Request> requests, Map<String, Verdict> verdicts, KnownPayments known) {
    Map<String, DedupKey> parked = new LinkedHashMap<>();
    requests.stream()
        .filter(r -> verdict(verdicts, r) instanceof Verdict.New)
        .filter(r -> known.find(r.envelope().businessKey(), r.envelope().requestKey()).isEmpty())
        .forEach(r -> parked.putIfAbsent(r.dedupKey(), key(r)));
    return parked.values();
  }

  private static Verdict verdict(Map<String, Verdict> verdicts, Inspected.Request request) {
    Verdict verdict = verdicts.get(request.dedupKey());
    if (verdict == null) {
      throw new IllegalStateException("no verdict for " + request.dedupKey());
    }
    return verdict;
  }

  private static List<BusinessKey> intentsOfNew(
      List<Inspected.Request> requests, Map<String, Verdict> verdicts) {
    return intents(requests, r -> verdict(verdicts, r) instanceof Verdict.New);
  }

  private static List<BusinessKey> intents(
      List<Inspected.Request> requests, Predicate<Inspected.Request> which) {
    return requests.stream().filter(which).map(r -> r.envelope().businessKey()).distinct().toList();
  }
}
