package dev.meridian.demo;

import dev.meridian.demo.load.Generator;
import dev.meridian.demo.watch.Backlog;
import dev.meridian.demo.watch.EventWatch;
import dev.meridian.demo.watch.Left;
import dev.meridian.demo.watch.WatchException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** Tells about once a second how far the run is: sent, ended, their rates, and what is left. */
final class Progress implements AutoCloseable {
  private static final long EVERY_MILLIS = 1_000;
  private static final double SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Generator generator;
  private final EventWatch events;
  private final Backlog backlog;
  private final int planned;
  private final Console console;
  private final LongConsumer onLinks;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(Progress::daemon);
  private final long begunNanos = System.nanoTime();
  private long lastNanos = begunNanos;
  private long lastSent;
  private long lastEnded;

  /**
   * @param planned how many records will be sent
   * @param onLinks hears how many records wait on links
   */
  Progress(
      Generator generator,
      EventWatch events,
      Backlog backlog,
      int planned,
      Console console,
      LongConsumer onLinks) {
    this.generator = generator;
    this.events = events;
    this.backlog = backlog;
    this.planned = planned;
    this.console = console;
    this.onLinks = onLinks;
  }

  Progress start() {
    var unused =
        timer.scheduleWithFixedDelay(this::tell, EVERY_MILLIS, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    return this;
  }

  private void tell() {
    try {
      Left left = backlog.measure();
      onLinks.accept(left.onLinks());
      console.progress(line(left.words()));
    } catch (WatchException notNow) {
      console.progress(line(String.valueOf(notNow.getMessage())));
    }
  }

  private String line(String rest) {
    long now = System.nanoTime();
    long sent = generator.acknowledged();
    long ended = events.finals();
    double seconds = (now - lastNanos) / SECOND_NANOS;
    String line =
        "%4d s  sent %,d of %,d (%,.0f/s)  ended %,d (%,.0f/s)  %s"
            .formatted(
                TimeUnit.NANOSECONDS.toSeconds(now - begunNanos),
                sent,
                planned,
                (sent - lastSent) / seconds,
                ended,
                (ended - lastEnded) / seconds,
                rest);
    lastNanos = now;
    lastSent = sent;
    lastEnded = ended;
    return line;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "demo-progress");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }
}
