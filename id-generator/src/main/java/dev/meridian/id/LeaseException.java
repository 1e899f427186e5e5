package dev.meridian.id;

import org.jspecify.annotations.Nullable;

/** No block of ids could be had now; the cause says why, trying again later is right. */
public class LeaseException extends RuntimeException {

  /** With a sentence and what lies behind it. */
  public LeaseException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
