package dev.meridian.demo.watch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * How long sampled payments took from right before the record was produced until their first state
 * change other than ROUTED was read from {@code payment-events}; both times by this process's
 * clock, so queueing in producer, broker and consumer is in it. Thread-safe.
 */
public final class Latencies {

  /** At most so many payments are sampled. */
  public static final int MOST_SAMPLES = 50_000;

  /** A time in which something was broken on purpose, by {@link System#nanoTime}. */
  public record Disturbance(long fromNanos, long untilNanos) {
    boolean touches(Sample sample) {
      return sample.sentNanos < untilNanos && sample.seenNanos > fromNanos;
    }
  }

  private record Key(String region, String businessKey) {}

  private record Waiting(long sentNanos, boolean local) {}

  private record Sample(long sentNanos, long seenNanos, boolean local) {
    double millis() {
      return (seenNanos - sentNanos) / (double) TimeUnit.MILLISECONDS.toNanos(1);
    }
  }

  private final Map<Key, Waiting> waiting = new ConcurrentHashMap<>();
  private final List<Sample> samples = new ArrayList<>();

  /**
   * A payment goes out now.
   *
   * @param region the region that takes the payment in
   * @param local whether one region does it all
   */
  public void sent(String region, String businessKey, boolean local) {
    if (waiting.size() < MOST_SAMPLES) {
      waiting.put(new Key(region, businessKey), new Waiting(System.nanoTime(), local));
    }
  }

  /** The payment has come to an end. */
  public void ended(String region, String businessKey, long seenNanos) {
    Waiting sent = waiting.remove(new Key(region, businessKey));
    if (sent != null) {
      synchronized (samples) {
        samples.add(new Sample(sent.sentNanos, seenNanos, sent.local));
      }
    }
  }

  /**
   * The times so far, in milliseconds.
   *
   * @param local which payments
   * @param disturbances payments that any of these touches are left out
   */
  public Percentiles millis(boolean local, List<Disturbance> disturbances) {
    synchronized (samples) {
      return Percentiles.of(
          samples.stream()
              .filter(sample -> sample.local == local)
              .filter(sample -> disturbances.stream().noneMatch(each -> each.touches(sample)))
              .mapToDouble(Sample::millis)
              .toArray());
    }
  }
}
