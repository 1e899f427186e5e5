package dev.meridian.demo.watch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * Samples what memory this process and all its descendants hold together: the sum of their
 * proportional set sizes, in which a page that n processes share counts as one n-th in each (Linux,
 * proc(5), {@code smaps_rollup}). Not measured on other systems. Thread-safe.
 */
public final class MemoryWatch implements AutoCloseable {
  private static final long EVERY_MILLIS = 5_000;
  private static final long KILOBYTE = 1_024;
  private static final String FIELD = "Pss:";

  private final AtomicLong highestBytes = new AtomicLong();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(MemoryWatch::daemon);

  /** Takes a sample now and each five seconds or so until it is closed. */
  public MemoryWatch start() {
    var unused = timer.scheduleWithFixedDelay(this::sample, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  /** The highest sum so far, in bytes; empty where the system doesn't tell. */
  public OptionalLong highestBytes() {
    long highest = highestBytes.get();
    return highest == 0 ? OptionalLong.empty() : OptionalLong.of(highest);
  }

  private void sample() {
    ProcessHandle self = ProcessHandle.current();
    long sum =
        Stream.concat(Stream.of(self), self.descendants())
            .mapToLong(process -> pssBytes(process.pid()))
            .sum();
    highestBytes.accumulateAndGet(sum, Math::max);
  }

  /** 0 for a process that has just ended, and where there is no such file. */
  private static long pssBytes(long pid) {
    try {
      return pssBytes(Files.readAllLines(Path.of("/proc", Long.toString(pid), "smaps_rollup")));
    } catch (IOException gone) {
      return 0;
    }
  }

  static long pssBytes(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(FIELD))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) * KILOBYTE)
        .sum();
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "memory-watch");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
