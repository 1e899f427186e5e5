package dev.meridian.ledger.kafka;

import dev.meridian.inbox.BatchProcessor;
import dev.meridian.inbox.Delivery;
import dev.meridian.inbox.Delivery.Cause;
import dev.meridian.inbox.Delivery.Outcome;
import dev.meridian.inbox.DeliveryCounts;
import dev.meridian.inbox.Failure;
import dev.meridian.inbox.Parked;
import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.Position;
import dev.meridian.inbox.Positions;
import dev.meridian.ledger.booking.Booking;
import dev.meridian.ledger.booking.Disposition;
import dev.meridian.messages.Decoded;
import dev.meridian.messages.Message;
import dev.meridian.messages.MessageCodec;
import dev.meridian.messages.Refusal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;

/**
 * What is done with a batch of records in one transaction: booked, and beside the bookings all that
 * must not run ahead of them or be lost with the process: parked messages, counts and positions.
 * Thread-safe.
 */
public final class CommandBatch implements BatchProcessor.Batch<Received, List<Delivery>> {
  private static final Logger LOG = Logger.getLogger(CommandBatch.class);

  private final Booking booking;
  private final ParkedMessages parkedMessages;
  private final Map<String, String> topicIds;
  private final MessageCodec codec = new MessageCodec("/meridian/ledger");
  private final DeliveryCounts counts = new DeliveryCounts();
  private final Positions positions;

  /**
   * @param positions are advanced with the bookings
   * @param topicIds Kafka's ids of the topics that are consumed, by name
   */
  public CommandBatch(
      Booking booking,
      ParkedMessages parkedMessages,
      Positions positions,
      Map<String, String> topicIds) {
    this.booking = booking;
    this.parkedMessages = parkedMessages;
    this.positions = positions;
    this.topicIds = Map.copyOf(topicIds);
  }

  @Override
  public List<Delivery> apply(Connection connection, List<Received> batch) throws SQLException {
    List<Decoded> decoded =
        batch.stream().map(one -> codec.decode(one.kafkaHeaders(), one.payload())).toList();
    List<Message> commands = new ArrayList<>();
    for (Decoded each : decoded) {
      if (each instanceof Decoded.Valid valid) {
        commands.add(valid.message());
      }
    }
    Iterator<Disposition> dispositions = booking.book(connection, commands).iterator();
    Ledgered ledgered = new Ledgered();
    for (int i = 0; i < batch.size(); i++) {
      ledgered.add(batch.get(i), decoded.get(i), dispositions);
    }
    keep(connection, batch, ledgered);
    return ledgered.deliveries;
  }

  @Override
  public List<Delivery> park(Connection connection, Received one, Failure.Poison why)
      throws SQLException {
    Ledgered ledgered = new Ledgered();
    if (why.isUndecidable()) {
      LOG.errorf(why.cause(), "A command of %s can't be decided on and is parked", one.topic());
    }
    Refusal refusal = why.isUndecidable() ? Refusal.UNDECIDABLE : Refusal.NOT_STORABLE;
    String detail = (why.sqlState() + " " + why.cause().getMessage()).strip();
    ledgered.parked.add(one.parkedByBytes(refusal.name(), detail));
    ledgered.deliveries.add(one.counted(Outcome.PARKED));
    keep(connection, List.of(one), ledgered);
    return ledgered.deliveries;
  }

  private void keep(Connection connection, List<Received> batch, Ledgered ledgered)
      throws SQLException {
    parkedMessages.close(connection, Received.GROUP, ledgered.applied);
    parkedMessages.park(connection, ledgered.parked);
    counts.add(connection, Received.GROUP, ledgered.deliveries);
    positions.advance(connection, Received.GROUP, batch.stream().map(this::position).toList());
  }

  private Position position(Received one) {
    String topicId = topicIds.getOrDefault(one.topic(), "");
    return new Position(one.topic(), one.partition(), topicId, one.offset() + 1);
  }

  /** What became of a batch, record by record. */
  private static final class Ledgered {
    private final List<Delivery> deliveries = new ArrayList<>();
    private final List<Parked> parked = new ArrayList<>();
    private final List<ParkedMessages.Applied> applied = new ArrayList<>();

    void add(Received one, Decoded decoded, Iterator<Disposition> dispositions) {
      if (decoded instanceof Decoded.Valid valid) {
        add(one, valid.message(), dispositions.next());
      } else if (decoded instanceof Decoded.Unreadable unreadable) {
        parked.add(one.parkedByBytes(unreadable.refusal().name(), unreadable.detail()));
        deliveries.add(one.counted(Outcome.PARKED));
      } else {
        deliveries.add(one.counted(Outcome.TOMBSTONE));
      }
    }

    private void add(Received one, Message message, Disposition disposition) {
      if (disposition instanceof Disposition.Duplicate duplicate) {
        deliveries.add(one.duplicate(Cause.valueOf(duplicate.cause().name())));
      } else if (disposition instanceof Disposition.Parked refused) {
        parked.add(one.parked(message, fingerprint(one), refused.reason(), refused.detail()));
        deliveries.add(one.counted(Outcome.PARKED));
      } else if (disposition instanceof Disposition.Forwarded) {
        deliveries.add(one.counted(Outcome.FORWARDED));
      } else if (disposition instanceof Disposition.Conflict) {
        deliveries.add(one.counted(Outcome.CONFLICT));
      } else {
        applied.add(new ParkedMessages.Applied(Received.dedupKey(message), fingerprint(one)));
        deliveries.add(one.counted(Outcome.APPLIED));
      }
    }

    /** Of the bytes: two commands that say the same in other bytes are two parked rows. */
    private static byte[] fingerprint(Received one) {
      try {
        byte[] payload = one.payload();
        return MessageDigest.getInstance("SHA-256").digest(payload == null ? new byte[0] : payload);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }
  }
}
