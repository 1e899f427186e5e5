package dev.meridian.verifier.digest;

import java.util.function.Consumer;

/**
 * One region's facts as of one moment per database. Rows can be read any number of times, and only
 * streamed: a digest may be larger than the memory. Thread-safe.
 */
public interface Digest {

  Header header();

  /**
   * Hands over every row of a table, in the order of collection; none if it wasn't collected.
   *
   * @throws UnreadableDigestException if the digest is damaged
   */
  <R extends Row> void each(Table<R> table, Consumer<? super R> consumer);

  default String region() {
    return header().region();
  }

  /** Whether a table was collected at all: an older digest may lack one. */
  default boolean has(Table<?> table) {
    return header().rows().containsKey(table.name());
  }

  /** How many rows a table has. */
  default long count(Table<?> table) {
    return header().rows().getOrDefault(table.name(), 0L);
  }
}
