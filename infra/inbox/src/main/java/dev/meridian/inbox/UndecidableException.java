package dev.meridian.inbox;

/**
 * What is done with a message failed by a fault of our own, whatever the database says: trying it
 * again would fail again. Its batch is halved down to the message that fails alone, and only that
 * one is parked.
 */
public final class UndecidableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UndecidableException(RuntimeException cause) {
    super(cause.toString(), cause);
  }
}
