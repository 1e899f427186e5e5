package dev.meridian.id;

/**
 * Configuration and database contradict one another about ids: nothing may be given out before a
 * person has decided. The message has a sentence for each fault, and what to do.
 */
public final class StartRefusedException extends RuntimeException {

  StartRefusedException(String message) {
    super(message);
  }
}
