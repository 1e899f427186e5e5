package dev.meridian.inbox;

/** A transaction failed several times by something else than its database. */
final class UnexpectedFaultException extends Exception {
  private static final long serialVersionUID = 1L;

  UnexpectedFaultException(Throwable cause) {
    super(cause);
  }
}
