package dev.meridian.inbox;

/** The work can't be stored as it is: trying again as a whole is useless. */
public final class PoisonException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure.Poison failure;

  PoisonException(Failure.Poison failure) {
    super("SQLSTATE " + failure.sqlState(), failure.cause());
    this.failure = failure;
  }

  public Failure.Poison failure() {
    return failure;
  }
}
