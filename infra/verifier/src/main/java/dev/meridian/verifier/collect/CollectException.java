package dev.meridian.verifier.collect;

/** A region's databases or Kafka could not be read; nothing is known about the region. */
public final class CollectException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public CollectException(String message, Throwable cause) {
    super(message, cause);
  }
}
