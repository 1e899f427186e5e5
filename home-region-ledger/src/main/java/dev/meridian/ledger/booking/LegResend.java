package dev.meridian.ledger.booking;

import dev.meridian.inbox.UnitOfWork;
import dev.meridian.outbox.OpenMessages;
import dev.meridian.outbox.ResendSchedule;
import java.sql.SQLException;
import java.time.InstantSource;

/**
 * Sends legs again whose answer stays away: at-least-once from end to end. Any number of instances
 * may do it at once. Thread-safe; blocks on the database.
 */
public final class LegResend {
  private final UnitOfWork unitOfWork;
  private final OpenMessages openMessages;
  private final InstantSource clock;
  private final int atMost;

  /**
   * @param atMost legs put back to unsent by one call
   */
  public LegResend(
      UnitOfWork unitOfWork, ResendSchedule schedule, InstantSource clock, int atMost) {
    this.unitOfWork = unitOfWork;
    this.openMessages = new OpenMessages(schedule);
    this.clock = clock;
    this.atMost = atMost;
  }

  /**
   * Puts the legs that are due back to unsent.
   *
   * @return how many; the relay is to be woken if any
   */
  public int resendDue() throws SQLException {
    return unitOfWork.inTransaction(
        connection -> openMessages.resendDue(connection, clock.instant(), atMost));
  }
}
