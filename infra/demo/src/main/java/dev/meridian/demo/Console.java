package dev.meridian.demo;

import java.io.PrintStream;

/**
 * Where a run tells what happens: lines, and in between one line of progress, which on a terminal
 * is written over itself. Thread-safe.
 */
public final class Console {
  private static final String CLEAR = "\r\u001b[K";

  private final PrintStream out;
  private final boolean terminal;
  private boolean progressShown;

  /**
   * @param terminal whether the cursor may be moved
   */
  public Console(PrintStream out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  public synchronized void line(String text) {
    clear();
    out.println(text);
    out.flush();
  }

  public synchronized void progress(String text) {
    if (terminal) {
      out.print(CLEAR + text);
      progressShown = true;
      out.flush();
    } else {
      line(text);
    }
  }

  private void clear() {
    if (progressShown) {
      out.print(CLEAR);
      progressShown = false;
    }
  }
}
