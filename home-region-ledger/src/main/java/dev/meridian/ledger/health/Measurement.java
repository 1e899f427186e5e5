package dev.meridian.ledger.health;

import dev.meridian.inbox.ParkedMessages;
import dev.meridian.inbox.UnitOfWork;
import dev.meridian.ledger.balancecopy.BalanceCopies;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.Relay;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Looks what waits in the outbox and the database. Thread-safe; blocks on the database. */
public final class Measurement {
  private static final double MILLIS = 1_000.0;

  private final UnitOfWork unitOfWork;
  private final OpenMessages openMessages;
  private final ParkedMessages parkedMessages;
  private final Relay relay;
  private final BalanceCopies copies;
  private final InstantSource clock;

  public Measurement(
      UnitOfWork unitOfWork,
      OpenMessages openMessages,
      ParkedMessages parkedMessages,
      Relay relay,
      BalanceCopies copies,
      InstantSource clock) {
    this.unitOfWork = unitOfWork;
    this.openMessages = openMessages;
    this.parkedMessages = parkedMessages;
    this.relay = relay;
    this.copies = copies;
    this.clock = clock;
  }

  Backlog take() throws SQLException {
    return unitOfWork.inTransaction(this::take);
  }

  private Backlog take(Connection connection) throws SQLException {
    Relay.Metrics outbox = relay.metrics();
    long parked =
        parkedMessages.open(connection).stream().mapToLong(ParkedMessages.OpenCount::count).sum();
    return new Backlog(
        outbox.backlog(),
        seconds(outbox.oldestUnsent()),
        outbox.blockedKeys(),
        parked,
        open(connection),
        copyLags(connection));
  }

  private Map<String, Double> copyLags(Connection connection) throws SQLException {
    Instant now = clock.instant();
    Map<String, Double> lags = new HashMap<>();
    copies
        .heard(connection)
        .forEach((home, asOf) -> lags.put(home, seconds(Duration.between(asOf, now))));
    return lags;
  }

  private Map<String, Backlog.OfHome> open(Connection connection) throws SQLException {
    Instant now = clock.instant();
    Map<String, Backlog.OfHome> open = new HashMap<>();
    for (OpenMessages.Waiting waiting : openMessages.waiting(connection)) {
      double oldest = seconds(Duration.between(waiting.oldest(), now));
      open.put(waiting.home(), new Backlog.OfHome(waiting.count(), oldest));
    }
    return open;
  }

  private static double seconds(Duration duration) {
    return Math.max(0, duration.toMillis() / MILLIS);
  }
}
