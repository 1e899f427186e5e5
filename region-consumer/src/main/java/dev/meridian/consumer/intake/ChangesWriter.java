package dev.meridian.consumer.intake;

import dev.meridian.consumer.payment.Move;
import dev.meridian.consumer.payment.PaymentHistory;
import dev.meridian.consumer.payment.PaymentNames;
import dev.meridian.consumer.payment.Payments;
import dev.meridian.consumer.payment.Reversals;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.DeliveryCounts;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Position;
import dev.meridian.inbox.Positions;
import dev.meridian.messages.Topics;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Writes what a batch decided, a statement per kind of row, in the batch's transaction. Rows that
 * other batches share (parked messages, counts, positions) come last and sorted, so that they are
 * locked only for the moment before the commit. Thread-safe.
 */
final class ChangesWriter {
  private static final String SERIALIZATION_FAILURE = "40001";

  private final ConsumerContext context;
  private final Payments payments = new Payments();
  private final PaymentNames names = new PaymentNames();
  private final PaymentHistory history = new PaymentHistory();
  private final Reversals reversals = new Reversals();
  private final ParkedMessages parkedMessages;
  private final DeliveryCounts counts = new DeliveryCounts();
  private final Positions positions;

  ChangesWriter(ConsumerContext context) {
    this.context = context;
    this.parkedMessages = new ParkedMessages(context.outbox(), Topics.PAYMENTS_DLQ);
    this.positions = context.positions();
  }

  Report write(Connection connection, List<Incoming> batch, Changes changes) throws SQLException {
    payments.insert(connection, new ArrayList<>(changes.born.values()));
    names.rename(connection, changes.renamed);
    move(connection, changes);
    history.append(connection, changes.history, context.clock().instant());
    reversals.insert(connection, changes.reversals);
    context.outbox().append(connection, changes.messages);
    context.openMessages().close(connection, changes.answered);
    // first what earlier batches parked: a conflict of this batch stays open beside what was
    // applied
    parkedMessages.close(connection, ConsumerContext.GROUP, changes.applied);
    parkedMessages.park(connection, changes.parked);
    List<Delivery> deliveries = deliveries(changes);
    counts.add(connection, ConsumerContext.GROUP, deliveries);
    positions.advance(connection, ConsumerContext.GROUP, positions(batch));
    return report(batch, changes, deliveries);
  }

  /**
   * A row that did not move is no longer what the decision saw, changed by somebody who didn't hold
   * the intent's lock. Everything is read and decided anew, by the rules for a serialization
   * failure.
   */
  private void move(Connection connection, Changes changes) throws SQLException {
    List<Move> moves = List.copyOf(changes.moves.values());
    Set<String> moved = payments.move(connection, moves);
    for (Move move : moves) {
      if (!moved.contains(move.from().id())) {
        throw new SQLTransactionRollbackException(
            "payment %s is no longer %s, version %d"
                .formatted(move.from().id(), move.from().state(), move.from().version()),
            SERIALIZATION_FAILURE);
      }
    }
  }

  private static List<Delivery> deliveries(Changes changes) {
    return changes.counted.stream().map(each -> each.outcome().of(each.incoming())).toList();
  }

  private List<Position> positions(List<Incoming> batch) {
    return batch.stream()
        .filter(each -> !each.putBack())
        .map(
            each ->
                new Position(
                    each.topic(),
                    each.partition(),
                    context.topicIds().apply(each.topic()),
                    each.offset() + 1))
        .toList();
  }

  private static Report report(List<Incoming> batch, Changes changes, List<Delivery> deliveries) {
    Map<Outcome, Long> outcomes =
        changes.counted.stream()
            .map(Changes.Counted::outcome)
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    Map<Delivery, Long> byPlace =
        deliveries.stream()
            .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    return new Report(batch.size(), outcomes, byPlace);
  }
}
