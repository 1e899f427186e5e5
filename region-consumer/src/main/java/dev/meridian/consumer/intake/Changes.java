package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.HistoryRow;
import dev.meridian.consumer.payment.Move;
import dev.meridian.consumer.payment.Payment;
import dev.meridian.consumer.payment.Reversal;
import dev.meridian.inbox.Parked;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.messages.Refusal;
import dev.meridian.outbox.OutboxRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a batch decided and has still to write: payments, history, messages, parked records and one
 * outcome per record. Not thread-safe.
 */
final class Changes {
  final Map<String, Payment> born = new LinkedHashMap<>();
  final Map<String, String> renamed = new LinkedHashMap<>();
  final Map<String, Move> moves = new LinkedHashMap<>();
  final List<HistoryRow> history = new ArrayList<>();
  final List<OutboxRecord> messages = new ArrayList<>();
  final List<Parked> parked = new ArrayList<>();
  final Set<String> answered = new LinkedHashSet<>();
  final List<ParkedMessages.Applied> applied = new ArrayList<>();
  final List<Reversal> reversals = new ArrayList<>();
  final List<Counted> counted = new ArrayList<>();

  /** A record and its outcome. */
  record Counted(Incoming incoming, Outcome outcome) {}

  void born(Payment payment, HistoryRow.Cause cause, String messageId) {
    born.put(payment.id(), payment);
    history.add(new HistoryRow(payment, null, cause, messageId));
  }

  /** A payment of the database, or of this batch, takes another place. */
  void moved(Payment from, Payment to, String messageId) {
    if (born.containsKey(to.id())) {
      born.put(to.id(), to);
    } else {
      moves.merge(to.id(), new Move(from, to), (first, next) -> new Move(first.from(), next.to()));
    }
    if (to.version() > from.version()) {
      history.add(new HistoryRow(to, from.state(), HistoryRow.Cause.RESULT, messageId));
    }
  }

  void park(Inspected inspected, Refusal refusal, String detail) {
    parked.add(inspected.parked(refusal, detail));
    count(inspected.incoming(), refusal == Refusal.CONFLICT ? Outcome.CONFLICT : Outcome.PARKED);
  }

  void count(Incoming incoming, Outcome outcome) {
    counted.add(new Counted(incoming, outcome));
  }
}
