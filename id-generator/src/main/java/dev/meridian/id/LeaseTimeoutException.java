package dev.meridian.id;

import org.jspecify.annotations.Nullable;

/**
 * The reserve of ids is used up and the store didn't give out another block within the time that a
 * caller waits at most. Trying again later is right; no id was given out.
 */
public final class LeaseTimeoutException extends LeaseException {

  LeaseTimeoutException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
