package dev.meridian.verifier.check;

import java.util.Arrays;

/** A number per place, 0 where none was set; grows as needed. Not thread-safe. */
final class Column {
  private long[] values = new long[1_024];

  long get(int place) {
    return place < values.length ? values[place] : 0;
  }

  void set(int place, long value) {
    if (place >= values.length) {
      values = Arrays.copyOf(values, Math.max(place + 1, values.length + values.length / 2));
    }
    values[place] = value;
  }

  /**
   * @throws ArithmeticException on overflow
   */
  void add(int place, long value) {
    set(place, Math.addExact(get(place), value));
  }
}
