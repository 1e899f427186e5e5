package dev.meridian.verifier.digest;

import java.io.IOException;
import java.util.Map;

/** Where a collector puts rows: tables one after another, the header last. Not thread-safe. */
public interface DigestSink {

  /** Begins a table; a table begins once. */
  void begin(Table<?> table) throws IOException;

  /**
   * Adds a row to the table that began last.
   *
   * @param json one JSON object with the row's components, in one line
   */
  void add(String json) throws IOException;

  /** How many rows each table has by now. */
  Map<String, Long> counts();

  /** Ends the digest. */
  Digest finish(Header header) throws IOException;
}
