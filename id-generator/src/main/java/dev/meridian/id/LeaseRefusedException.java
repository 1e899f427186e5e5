package dev.meridian.id;

import org.jspecify.annotations.Nullable;

/**
 * The store won't give out blocks before a person has decided; the message says what to do. Trying
 * again without that changes nothing.
 */
public final class LeaseRefusedException extends LeaseException {

  /** With a sentence that names the row and the way out. */
  public LeaseRefusedException(String message) {
    super(message, null);
  }

  LeaseRefusedException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
