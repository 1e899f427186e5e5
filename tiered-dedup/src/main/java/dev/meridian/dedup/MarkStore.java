package dev.meridian.dedup;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The few things that the hot tier wants of Redis. An implementation answers within a time-out of
 * its own; whatever it throws is "no answer", so it may throw anything unchecked. Thread-safe.
 */
public interface MarkStore {

  /** A value to be kept for a while. */
  @SuppressWarnings("ArrayRecordComponent") // handed on, never compared
  record Entry(String name, byte[] value, Duration expiry) {}

  /**
   * Reads values, in one round trip.
   *
   * @return one for each name, in their order; null where there is none
   */
  List<byte @Nullable []> read(List<String> names);

  /** Writes values in one round trip; each together with its expiry, by one command. */
  void write(List<Entry> entries);

  /**
   * Writes each value only where there is none, in one round trip.
   *
   * @return for each name whether it was written
   */
  List<Boolean> writeIfAbsent(List<String> names, byte[] value, Duration expiry);

  /** Removes those that still have this value, each by one step, in one round trip. */
  void removeIfEqual(List<String> names, byte[] value);
}
