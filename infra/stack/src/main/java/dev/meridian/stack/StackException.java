package dev.meridian.stack;

/**
 * Something of the stack could not be started, reached or stopped; the message says what and where.
 */
public final class StackException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  StackException(String message) {
    super(message);
  }

  StackException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * The same for a thread that was asked to stop while it waited; its interrupt flag is set again.
   */
  static StackException interrupted(String what, InterruptedException cause) {
    Thread.currentThread().interrupt();
    return new StackException("interrupted while waiting for " + what, cause);
  }
}
