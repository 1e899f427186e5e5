package dev.meridian.demo.load;

import org.jspecify.annotations.Nullable;

/**
 * What keeps the load from being put on, in one sentence for a person: who, what, what to look at.
 */
public final class LoadException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LoadException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
