package dev.meridian.outbox;

/**
 * The broker or its client refuses this very record, for example as too large; others of its topic
 * may well go.
 */
public final class RecordRefusedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public RecordRefusedException(String message, Throwable cause) {
    super(message, cause);
  }
}
