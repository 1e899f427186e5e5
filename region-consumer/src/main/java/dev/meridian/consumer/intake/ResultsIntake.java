package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.HistoryRow;
import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.PaymentState;
import dev.meridian.consumer.payment.Payments;
import dev.meridian.consumer.payment.Reversals;
import dev.meridian.consumer.payment.Standing;
import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.Fingerprint;
import dev.meridian.dedup.Lookup;
import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Delivery.Tier;
import dev.meridian.inbox.Failure;
import dev.meridian.messages.Body;
import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.Envelope;
import dev.meridian.messages.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Applies home regions' answers to payments, and makes a payment anew that this region has
 * forgotten: the answer carries the intent.
 *
 * <p>Everything happens in the caller's transaction, like {@link Intake}; the intents' locks keep
 * it from running between another batch's look at a payment and what follows from it. Late answers
 * and repeats change nothing and are acknowledged. Thread-safe; blocks on the database only.
 */
public final class ResultsIntake implements BatchProcessor.Batch<Incoming, Report> {
  private final ConsumerContext context;
  private final Payments payments = new Payments();
  private final Reversals answered = new Reversals();
  private final ChangesWriter writer;

  public ResultsIntake(ConsumerContext context) {
    this.context = context;
    this.writer = new ChangesWriter(context);
  }

  /**
   * Takes a batch of answers, in the order given.
   *
   * @return what became of each record, to be counted once the transaction has committed
   * @throws SQLException as the database says; a serialization failure also when a row was changed
   *     by somebody who doesn't hold its intent's lock: the batch is read and decided anew
   */
  @Override
  public Report apply(Connection connection, List<Incoming> batch) throws SQLException {
    List<Inspected> inspected = batch.stream().map(context.inspection()::answer).toList();
    List<Inspected.Answer> answers = Inspected.only(Inspected.Answer.class, inspected);
    List<Inspected.ReversalAnswer> reversalAnswers =
        Inspected.only(Inspected.ReversalAnswer.class, inspected);
    Map<String, Payment> seen =
        byId(payments.ofIds(connection, paymentIds(answers, reversalAnswers)));
    claimForgotten(connection, answers, seen.keySet());
    List<BusinessKey> intents = intents(answers, seen.values());
    payments.lockIntents(connection, intents);
    KnownPayments known = new KnownPayments(payments.ofIntents(connection, intents));
    Changes changes = new Changes();
    ReversalAnswers reversals =
        new ReversalAnswers(
            answered.ofIds(
                connection, reversalAnswers.stream().map(a -> a.reversal().id()).toList()),
            known,
            changes,
            (from, to, because) -> move(because.envelope(), from, to, known, changes));
    inspected.forEach(each -> decide(each, seen, known, changes, reversals));
    return writer.write(connection, batch, changes);
  }

  /** Parks the one record that the database refuses alone. */
  @Override
  public Report park(Connection connection, Incoming refused, Failure.Poison why)
      throws SQLException {
    Changes changes = new Changes();
    String detail = String.valueOf(why.cause().getMessage());
    if (why.isUndecidable()) {
      changes.park(
          new Inspected.Refused(refused, Refusal.UNDECIDABLE, detail), Refusal.UNDECIDABLE, detail);
    } else {
      changes.park(context.inspection().answer(refused), Refusal.NOT_STORABLE, detail);
    }
    return writer.write(connection, List.of(refused), changes);
  }

  /** Each payment is in warm: one made anew too. Taken before the intents, as everywhere. */
  private void claimForgotten(
      Connection connection, List<Inspected.Answer> answers, Set<String> seen) throws SQLException {
    Map<String, DedupKey> forgotten = new LinkedHashMap<>();
    answers.stream()
        .filter(a -> isFinal(a.result()) && !seen.contains(a.result().paymentId()))
        .forEach(a -> forgotten.putIfAbsent(a.dedupKey(), key(a)));
    context
        .deduplicator()
        .claim(
            connection,
            ConsumerContext.GROUP,
            Lookup.nothing(),
            new ArrayList<>(forgotten.values()));
  }

  private static DedupKey key(Inspected.Answer answer) {
    return new DedupKey(
        answer.dedupKey(),
        Fingerprint.of(answer.fingerprint().bytes()),
        answer.fingerprint().version(),
        answer.envelope().occurredAt());
  }

  /** Of answers to payments, and of the payments that refunds and cancels are about. */
  private static List<BusinessKey> intents(
      List<Inspected.Answer> answers, Collection<Payment> seen) {
    return Stream.concat(
            answers.stream().map(a -> a.envelope().businessKey()),
            seen.stream().map(Payment::businessKey))
        .distinct()
        .toList();
  }

  private void decide(
      Inspected each,
      Map<String, Payment> seen,
      KnownPayments known,
      Changes changes,
      ReversalAnswers reversals) {
    if (each instanceof Inspected.Tombstone) {
      changes.count(each.incoming(), Outcome.TOMBSTONE);
    } else if (each instanceof Inspected.Refused refused) {
      changes.park(refused, refused.refusal(), refused.detail());
    } else if (each instanceof Inspected.StillWaiting) {
      changes.count(each.incoming(), Outcome.IGNORED);
    } else if (each instanceof Inspected.ReversalAnswer answer) {
      reversals.apply(answer);
    } else if (each instanceof Inspected.Answer answer) {
      String id = answer.result().paymentId();
      Optional<Payment> payment =
          known
              .find(id)
              .or(() -> Optional.ofNullable(seen.get(id)))
              .filter(found -> !changes.renamed.containsKey(found.id()));
      if (payment.isPresent()) {
        apply(answer, payment.get(), known, changes);
      } else {
        changes.count(answer.incoming(), recovered(answer, known, changes));
      }
    } else {
      throw new IllegalStateException("no answer: " + each);
    }
  }

  private void apply(
      Inspected.Answer answer, Payment payment, KnownPayments known, Changes changes) {
    AnswerDecision decision = AnswerDecision.of(payment, answer);
    if (decision instanceof AnswerDecision.Conflict conflict) {
      changes.park(answer, Refusal.CONFLICT, conflict.detail());
      return;
    }
    if (isFinal(answer.result())) {
      changes.answered.add(payment.id());
    }
    changes.count(answer.incoming(), outcome(answer, payment, decision, known, changes));
  }

  private Outcome outcome(
      Inspected.Answer answer,
      Payment payment,
      AnswerDecision decision,
      KnownPayments known,
      Changes changes) {
    if (decision instanceof AnswerDecision.Moves moves) {
      move(answer.envelope(), payment, moves.to(), known, changes);
      return Outcome.APPLIED;
    }
    if (decision instanceof AnswerDecision.Follows follows) {
      move(answer.envelope(), payment, follows.to(), known, changes);
      return Outcome.APPLIED;
    }
    if (decision instanceof AnswerDecision.Repeat) {
      return Outcome.duplicate(Tier.NONE, Causes.ofAnswer(answer.envelope(), payment));
    }
    return decision instanceof AnswerDecision.Late ? Outcome.LATE : Outcome.IGNORED;
  }

  private void move(
      Envelope because, Payment from, Payment to, KnownPayments known, Changes changes) {
    String messageId = because.messageId();
    changes.moved(from, to, messageId);
    known.put(to);
    if (to.version() > from.version()) {
      String trace = context.traceParents().keepOrMake(because.traceparent());
      changes.messages.add(context.messages().changed(to, trace));
    }
    followersOf(to, known).forEach(each -> follow(each, to, known, changes));
  }

  /** Other tries at the intent that are duplicates of this payment, or of the same winner. */
  private static List<Payment> followersOf(Payment winner, KnownPayments known) {
    Set<String> winners = new HashSet<>(List.of(winner.id(), winner.winnerId()));
    return known.ofIntent(winner.businessKey()).stream()
        .filter(each -> !each.id().equals(winner.id()) && !each.id().equals(winner.winnerId()))
        .filter(each -> each.state() == PaymentState.DUPLICATE_OF)
        .filter(each -> winners.contains(each.winnerId()))
        .toList();
  }

  private static void follow(
      Payment duplicate, Payment winner, KnownPayments known, Changes changes) {
    Payment to =
        duplicate.following(
            Standing.duplicateOf(
                winner.winnerId(), winner.standing().outcome(), winner.standing().reason()),
            duplicate.resultVersion(),
            duplicate.resultMessageId());
    changes.moved(duplicate, to, duplicate.messageId());
    known.put(to);
  }

  /** A payment that this region forgot: born again as it was, then moved by the answer. */
  private Outcome recovered(Inspected.Answer answer, KnownPayments known, Changes changes) {
    if (!isFinal(answer.result()) || changes.renamed.containsKey(answer.result().paymentId())) {
      return Outcome.IGNORED;
    }
    Optional<Payment> again =
        known.find(answer.envelope().businessKey(), answer.envelope().requestKey());
    if (again.isPresent()) {
      return takenAgain(answer, again.get(), known, changes);
    }
    Payment routed = bornAgain(answer);
    changes.born(routed, HistoryRow.Cause.RECOVERED, answer.envelope().messageId());
    known.put(routed);
    Payment to =
        routed.moved(
            Standing.by(answer.result()), answer.result().version(), answer.envelope().messageId());
    move(answer.envelope(), routed, to, known, changes);
    return Outcome.RECOVERED;
  }

  /**
   * This region forgot the payment and took its try in again, under another id. The home decided it
   * under the first one and answers the second command so: the payment goes by that id again.
   */
  private Outcome takenAgain(
      Inspected.Answer answer, Payment again, KnownPayments known, Changes changes) {
    if (again.state() != PaymentState.ROUTED
        || again.fingerprint().conflictsWith(answer.fingerprint())) {
      return Outcome.IGNORED;
    }
    Payment first = again.renamed(answer.result().paymentId());
    known.rename(again, first);
    changes.renamed.put(again.id(), first.id());
    changes.answered.add(again.id());
    Payment to =
        first.moved(
            Standing.by(answer.result()), answer.result().version(), answer.envelope().messageId());
    move(answer.envelope(), first, to, known, changes);
    return Outcome.RECOVERED;
  }

  private Payment bornAgain(Inspected.Answer answer) {
    return new Payment(
        answer.result().paymentId(),
        answer.envelope().businessKey(),
        answer.envelope().requestKey(),
        answer.intent(),
        answer.fingerprint(),
        Standing.ROUTED,
        1,
        0,
        null,
        answer.envelope().originRegion(),
        answer.home(),
        answer.envelope().messageId(),
        answer.envelope().occurredAt(),
        0);
  }

  private static boolean isFinal(Body.Result result) {
    return !(result instanceof Body.Parked);
  }

  private static List<String> paymentIds(
      List<Inspected.Answer> answers, List<Inspected.ReversalAnswer> reversals) {
    return Stream.concat(
            answers.stream().map(a -> a.result().paymentId()),
            reversals.stream().map(a -> a.result().paymentId()))
        .distinct()
        .toList();
  }

  private static Map<String, Payment> byId(List<Payment> payments) {
    Map<String, Payment> byId = new LinkedHashMap<>();
    payments.forEach(p -> byId.put(p.id(), p));
    return byId;
  }
}
