package dev.meridian.messages;

/** A value that no message may hold; carries the stable code under which the message is parked. */
public final class InvalidMessageException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  private final Refusal refusal;

  public InvalidMessageException(Refusal refusal, String detail) {
    super(detail);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
