package dev.meridian.consumer.intake;

import dev.meridian.id.BlockStore;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.Region;
import java.util.List;

/**
 * Gives payments and messages their ids. Thread-safe; blocks when the reserve is used up and throws
 * {@link dev.meridian.id.LeaseException} if the database doesn't give out more in time. Leases run
 * on threads of their own, so never in the caller's transaction.
 */
public final class Ids implements AutoCloseable {
  private static final IdKind PAYMENT = new IdKind("pay");
  private static final IdKind MESSAGE = new IdKind("cmd");

  /** What the consumer's database must own. */
  public static final List<IdKind> KINDS = List.of(PAYMENT, MESSAGE);

  private final IdGenerator payments;
  private final IdGenerator messages;

  public Ids(Region region, BlockStore store) {
    this.payments = new IdGenerator(PAYMENT, region, store);
    this.messages = new IdGenerator(MESSAGE, region, store);
  }

  public String payment() {
    return payments.nextId().text();
  }

  public String message() {
    return messages.nextId().text();
  }

  @Override
  public void close() {
    payments.close();
    messages.close();
  }
}
