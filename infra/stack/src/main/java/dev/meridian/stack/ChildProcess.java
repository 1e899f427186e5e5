package dev.meridian.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A program that runs as a guarded child of this JVM and can be stopped, killed and started again.
 *
 * <p>A start that fails leaves nothing running and throws a {@link StackException} with the
 * process's name, its port and the last lines of its log.
 */
final class ChildProcess implements Node {

  private static final long LOOK_EVERY_MILLIS = 25;
  private static final Duration KILL_LIMIT = Duration.ofSeconds(5);

  private final String name;
  private final Path log;
  private final Supplier<ProcessSpec> specs;
  private volatile @Nullable Process process;
  private volatile @Nullable ProcessSpec spec;

  /**
   * @param specs asked at each start, so that settings can change in between
   */
  ChildProcess(String name, Path log, Supplier<ProcessSpec> specs) {
    this.name = name;
    this.log = log;
    this.specs = specs;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Path log() {
    return log;
  }

  @Override
  public boolean running() {
    Process current = process;
    return current != null && current.isAlive();
  }

  @Override
  public OptionalLong pid() {
    Process current = process;
    return current != null && current.isAlive()
        ? OptionalLong.of(current.pid())
        : OptionalLong.empty();
  }

  @Override
  public synchronized void start() {
    if (running()) {
      return;
    }
    ProcessSpec now = specs.get();
    spec = now;
    Process started = launch(now);
    process = started;
    try {
      awaitReady(now, started);
    } catch (RuntimeException e) {
      kill();
      throw e;
    }
  }

  /**
   * Runs a program that ends by itself, and waits for that.
   *
   * @throws StackException when it fails, or does not end within the start limit
   */
  synchronized void run() {
    ProcessSpec now = specs.get();
    spec = now;
    Process started = launch(now);
    process = started;
    if (!awaitEnd(started, now.startLimit().toNanos())) {
      kill();
      throw new StackException(
          failure("did not end within " + now.startLimit().toSeconds() + " s", now));
    }
    if (started.exitValue() != 0) {
      throw new StackException(failure("ended with code " + started.exitValue(), now));
    }
  }

  /** Blocks until it has ended by itself; empty if it still runs when the time is over. */
  OptionalInt exitCode(Duration within) {
    Process current = process;
    if (current == null) {
      throw new IllegalStateException(name + " was never started");
    }
    return awaitEnd(current, within.toNanos())
        ? OptionalInt.of(current.exitValue())
        : OptionalInt.empty();
  }

  @Override
  public void stop() {
    ProcessSpec now = spec;
    if (now == null || !running()) {
      return;
    }
    requestStop();
    endBy(System.nanoTime() + now.stopLimit().toNanos());
  }

  @Override
  public void kill() {
    Process current = process;
    if (current == null) {
      return;
    }
    // a postmaster's or a shell's children go too, as they would if the machine went down
    List<ProcessHandle> family = new ArrayList<>(current.descendants().toList());
    current.destroyForcibly();
    family.forEach(ProcessHandle::destroyForcibly);
    awaitEnd(current, KILL_LIMIT.toNanos());
    Await.until(
        "the children of " + name + " to end",
        KILL_LIMIT,
        () -> family.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** Stops it from being scheduled, with its children; its connections stay open and silent. */
  void suspend() {
    signalFamily("STOP");
  }

  /** Undoes {@link #suspend}. */
  void resume() {
    signalFamily("CONT");
  }

  /** Sends the stop signal and does not wait. */
  void requestStop() {
    Process current = process;
    ProcessSpec now = spec;
    if (current != null && now != null && current.isAlive()) {
      Guardian.signal(now.stopSignal(), List.of(current.pid()));
    }
  }

  /** Waits for the end until the deadline (of {@link System#nanoTime}), then kills. */
  void endBy(long deadlineNanos) {
    Process current = process;
    if (current != null && !awaitEnd(current, deadlineNanos - System.nanoTime())) {
      kill();
    }
  }

  private Process launch(ProcessSpec now) {
    try {
      Files.createDirectories(log.toAbsolutePath().getParent());
      return Guardian.ofThisJvm().launch(this, now, log);
    } catch (IOException e) {
      throw new StackException(failure("cannot be started", now), e);
    }
  }

  private void awaitReady(ProcessSpec now, Process started) {
    long deadlineNanos = System.nanoTime() + now.startLimit().toNanos();
    while (!ready(now)) {
      if (awaitEnd(started, TimeUnit.MILLISECONDS.toNanos(LOOK_EVERY_MILLIS))) {
        throw new StackException(failure("ended with code " + started.exitValue(), now));
      }
      if (System.nanoTime() - deadlineNanos > 0) {
        throw new StackException(
            failure("was not ready after " + now.startLimit().toSeconds() + " s", now));
      }
    }
  }

  private static boolean ready(ProcessSpec now) {
    try {
      return now.ready().call();
    } catch (InterruptedException e) {
      throw StackException.interrupted(now.name(), e);
    } catch (Exception notYet) {
      return false;
    }
  }

  private boolean awaitEnd(Process current, long nanos) {
    try {
      return current.waitFor(nanos, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      throw StackException.interrupted("the end of " + name, e);
    }
  }

  private void signalFamily(String signal) {
    Process current = process;
    if (current != null && current.isAlive()) {
      List<Long> pids = new ArrayList<>(List.of(current.pid()));
      current.descendants().forEach(child -> pids.add(child.pid()));
      Guardian.signal(signal, pids);
    }
  }

  private String failure(String what, ProcessSpec now) {
    return LogFile.failure(name, now.port(), what, log);
  }
}
