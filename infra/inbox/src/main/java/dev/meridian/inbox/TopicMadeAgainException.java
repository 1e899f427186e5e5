package dev.meridian.inbox;

/**
 * A topic is another one than the process began with, of the same name. Nothing read from it may be
 * committed: the process has read past the beginning of the new one. A restart goes on from there.
 */
public final class TopicMadeAgainException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TopicMadeAgainException(String sentence) {
    super(sentence);
  }
}
