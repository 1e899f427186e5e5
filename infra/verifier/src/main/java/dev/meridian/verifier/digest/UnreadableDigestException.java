package dev.meridian.verifier.digest;

import org.jspecify.annotations.Nullable;

/** A digest that can't be judged: damaged, cut off, of another format, or not of this system. */
public final class UnreadableDigestException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public UnreadableDigestException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
