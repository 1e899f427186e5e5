package dev.meridian.inbox;

import dev.meridian.inbox.Delivery.Outcome;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jboss.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Puts parked messages back on the live path: each goes through what a delivery goes through, in
 * one transaction with the row's end, so a message that is redriven twice, or comes again
 * meanwhile, acts once.
 *
 * <p>The row is touched last, as a batch does it: locks are taken in the live path's order. A
 * message that is refused again counts once more and gets another dead-letter copy, with its retry
 * count and with where it was read first. Unlike a batch, a redrive doesn't wait for a database
 * that is away: after {@link #TRIES} it says that nothing is decided. Thread-safe; blocks on the
 * database.
 */
public final class Redrive {
  /** Attempts per message. */
  static final int TRIES = 3;

  private static final Logger LOG = Logger.getLogger(Redrive.class);

  private final UnitOfWork unitOfWork;
  private final ParkedMessages parkedMessages;
  private final LivePath livePath;

  public Redrive(UnitOfWork unitOfWork, ParkedMessages parkedMessages, LivePath livePath) {
    this.unitOfWork = unitOfWork;
    this.parkedMessages = parkedMessages;
    this.livePath = livePath;
  }

  /** What a delivery goes through; advances no position. */
  public interface LivePath {
    /** Does in the transaction what a batch of this one message does, parking it included. */
    Done apply(Connection connection, Parked message) throws SQLException;
  }

  /**
   * What the live path decided.
   *
   * @param afterCommit to be run once the transaction has committed
   */
  public record Done(Outcome outcome, Runnable afterCommit) {}

  /**
   * Redrives a page of what is open.
   *
   * @param filter of open rows; for the next page with {@code afterId} set to the last id
   * @return what became of each, by id; fewer than the limit: there are no more
   */
  public List<Redriven> redrive(ParkedMessages.Filter filter, int limit) throws SQLException {
    List<ParkedMessage> page =
        unitOfWork.inTransaction(c -> parkedMessages.find(c, filter.openOnly(), limit));
    List<Redriven> all = new ArrayList<>(page.size());
    page.forEach(each -> all.add(redrive(each.id())));
    return all;
  }

  /** Redrives one message. */
  public Redriven redrive(String id) {
    Throwable last = null;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      AtomicBoolean decided = new AtomicBoolean();
      try {
        Step step =
            unitOfWork.inTransaction(
                connection -> {
                  Step made = putBack(connection, id);
                  decided.set(true);
                  return made;
                });
        step.afterCommit.run();
        return step.redriven;
      } catch (SQLException | RuntimeException e) {
        last = e;
        // what COMMIT throws is unknown: the next attempt sees what became of it
        if (!decided.get() && Failure.of(e) instanceof Failure.Poison poison) {
          return refused(id, poison);
        }
      }
    }
    return failed(id, last);
  }

  private record Step(Redriven redriven, Runnable afterCommit) {}

  private Step putBack(Connection connection, String id) throws SQLException {
    Optional<ParkedMessage> found = parkedMessages.find(connection, id);
    if (found.isEmpty()) {
      return over(id, Redriven.Result.UNKNOWN, "no message is parked under this id");
    }
    ParkedMessage row = found.get();
    if (row.closedAt() != null) {
      return over(id, Redriven.Result.CLOSED_BEFORE, "closed at " + row.closedAt());
    }
    Done done = livePath.apply(connection, row.message());
    return switch (done.outcome()) {
      case CONFLICT, PARKED -> again(connection, row, done);
      case APPLIED -> closed(connection, row, Redriven.Result.APPLIED, done);
      case DUPLICATE -> closed(connection, row, Redriven.Result.DUPLICATE, done);
      default -> closed(connection, row, Redriven.Result.ACKNOWLEDGED, done);
    };
  }

  private static Step over(String id, Redriven.Result result, String detail) {
    return new Step(new Redriven(id, result, detail), () -> {});
  }

  /** A message that can be read by now may lie under the key that it has, and no longer here. */
  private Step again(Connection connection, ParkedMessage row, Done done) throws SQLException {
    ParkedMessage now = parkedMessages.find(connection, row.id()).orElse(row);
    String detail = now.message().reason() + ": " + now.message().detail();
    if (now.count() == row.count()) {
      parkedMessages.closeRow(connection, row.id());
      detail = "under the key that it was read to have by now";
    } else {
      parkedMessages.copyAgain(connection, now);
    }
    return new Step(
        new Redriven(row.id(), Redriven.Result.PARKED_AGAIN, detail), done.afterCommit());
  }

  private Step closed(Connection connection, ParkedMessage row, Redriven.Result result, Done done)
      throws SQLException {
    parkedMessages.closeRow(connection, row.id());
    return new Step(new Redriven(row.id(), result, done.outcome().word()), done.afterCommit());
  }

  /** The database refuses it: parked once more, in a transaction of its own. */
  private Redriven refused(String id, Failure.Poison why) {
    String detail = (why.sqlState() + " " + why.cause().getMessage()).strip();
    try {
      unitOfWork.inTransaction(
          connection -> {
            Optional<ParkedMessage> row = parkedMessages.find(connection, id);
            if (row.isPresent()) {
              parkedMessages.park(connection, List.of(row.get().message()));
              parkedMessages.copyAgain(
                  connection, parkedMessages.find(connection, id).orElseThrow());
            }
            return id;
          });
      return new Redriven(id, Redriven.Result.PARKED_AGAIN, detail);
    } catch (SQLException | RuntimeException e) {
      return failed(id, e);
    }
  }

  private static Redriven failed(String id, @Nullable Throwable why) {
    LOG.warnf(why, "To redrive %s failed", id);
    return new Redriven(id, Redriven.Result.FAILED, String.valueOf(why));
  }
}
