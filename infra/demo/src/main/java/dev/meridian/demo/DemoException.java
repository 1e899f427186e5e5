package dev.meridian.demo;

import org.jspecify.annotations.Nullable;

/** What keeps a run from going on, in one sentence for a person. */
public final class DemoException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DemoException(String sentence, @Nullable Throwable cause) {
    super(sentence, cause);
  }
}
