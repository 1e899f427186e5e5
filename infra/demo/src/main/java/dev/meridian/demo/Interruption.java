package dev.meridian.demo;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Knows whether the program is being ended from outside (Ctrl-C, SIGTERM), and says so in one line.
 * The children are the stack's to end: it has a hook of its own. Thread-safe.
 */
final class Interruption {
  private static final long NOTICE_MILLIS = 500;

  private final Console console;
  private final Path folder;
  private final CountDownLatch begun = new CountDownLatch(1);
  private volatile boolean reported;
  private volatile boolean finished;

  private Interruption(Console console, Path folder) {
    this.console = console;
    this.folder = folder;
  }

  /**
   * Begins to listen.
   *
   * @param folder where data and logs lie, which stay
   */
  static Interruption listen(Console console, Path folder) {
    Interruption interruption = new Interruption(console, folder);
    Runtime.getRuntime().addShutdownHook(new Thread(interruption::end, "demo-interruption"));
    return interruption;
  }

  /** The result is told: what comes from now on ends no run. */
  void reported() {
    reported = true;
  }

  /** The end that comes now is our own. */
  void finished() {
    finished = true;
  }

  /**
   * Whether what just failed did so because the program is being ended: Ctrl-C reaches the children
   * too, and they may be gone before we hear of it. Blocks for at most half a second.
   */
  boolean isBehindFailures() throws InterruptedException {
    return begun.await(NOTICE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void end() {
    boolean early = !finished;
    begun.countDown();
    if (early) {
      console.line(
          "interrupted: everything is being stopped%s; data and logs stay in %s"
              .formatted(reported ? "" : ", the run has no result", folder));
    }
  }
}
