package dev.meridian.demo;

import dev.meridian.demo.report.Words;
import dev.meridian.demo.watch.MemoryWatch;
import dev.meridian.stack.Stack;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The whole demo in one process: starts the regions, runs the load, prints the report, stops
 * everything.
 */
public final class Demo {

  /** Hears of the result while everything still runs. */
  public interface Listener {
    /** Blocks for as long as everything shall go on running. */
    void reported(DemoResult result, Stack stack) throws InterruptedException;
  }

  /** Stops everything right after the report. */
  public static final Listener ENDS = (result, stack) -> {};

  private Demo() {}

  /**
   * Blocks until the run is over and everything is stopped.
   *
   * @throws DemoException and exceptions of load, watch, stack and verifier, each with a sentence
   *     for a person, if something that the run needs doesn't work
   */
  public static DemoResult run(
      DemoOptions options, DemoFolder folder, Console console, Listener listener)
      throws InterruptedException {
    greet(options, folder, console);
    long startNanos = jvmStartNanos();
    try (MemoryWatch memory = new MemoryWatch().start();
        DemoStack regions = new DemoStack(options, folder.path())) {
      regions.start();
      console.line("all regions are up, after " + since(startNanos));
      DemoResult result =
          new DemoRun(options, regions, folder.path(), startNanos, console, memory).run();
      result.report().lines().forEach(console::line);
      listener.reported(result, regions.stack());
      finish(result, folder, regions, console);
      return result;
    } catch (SQLException e) {
      throw new DemoException("a database of the demo: " + e.getMessage(), e);
    }
  }

  private static void greet(DemoOptions options, DemoFolder folder, Console console) {
    console.line(
        "Meridian demo  seed %d  regions %s  %,d payments, %d%% duplicates  links %d ms each way  home %s"
            .formatted(
                options.plan().seed(),
                String.join(",", options.regions()),
                options.plan().payments(),
                options.plan().duplicatePercent(),
                options.linkDelay().toMillis(),
                options.home()));
    console.line("data and logs: " + folder.path());
    console.line(
        "starting Kafka, PostgreSQL, Redis, MirrorMaker and both services, %s"
            .formatted(
                options.regions().size() == 1
                    ? "in one region"
                    : "in each of %d regions".formatted(options.regions().size())));
  }

  /** Data of a run that went well is not worth its space; what went wrong wants to be looked at. */
  private static void finish(
      DemoResult result, DemoFolder folder, DemoStack regions, Console console) {
    regions.close();
    if (result.passed() && folder.isTemporary()) {
      folder.deleteIfTemporary();
      console.line("everything is stopped, data and logs are deleted (--data keeps them)");
    } else {
      console.line("everything is stopped, data and logs are in " + folder.path());
    }
  }

  private static long jvmStartNanos() {
    long upMillis = ManagementFactory.getRuntimeMXBean().getUptime();
    return System.nanoTime() - TimeUnit.MILLISECONDS.toNanos(upMillis);
  }

  private static String since(long nanos) {
    return Words.seconds(Duration.ofNanos(System.nanoTime() - nanos));
  }
}
