package dev.meridian.demo.watch;

/** What keeps a look from being taken: a server that doesn't answer. */
public final class WatchException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public WatchException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
