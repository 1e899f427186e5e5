package dev.meridian.consumer.intake;

import dev.meridian.id.BlockStore;
import dev.meridian.id.IdGenerator;
import dev.meridian.id.IdKind;
import dev.meridian.id.Region;

/**
 * Gives payments and messages their ids. Thread-safe; blocks when a block is used up, on a
 * connection of its own, so never on the caller's transaction.
 */
public final class Ids implements AutoCloseable {
  private static final IdKind PAYMENT = new IdKind("pay");
  private static final IdKind MESSAGE = new IdKind("cmd");

  private final IdGenerator payments;
  private final IdGenerator messages;

  /**
   * @param store must not take part in the caller's transaction, else a rollback would give ids out
   *     twice
   */
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
