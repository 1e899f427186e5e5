package dev.meridian.dedup;

import java.time.Instant;

/** A message of the README's examples. */
public record Order(String id, long amount, Instant placedAt) {

  /** What makes it the same order, and what it asks for. */
  public DedupKey key() {
    byte[] content = Long.toString(amount).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    return new DedupKey(id, Fingerprint.of(content), 1, placedAt);
  }
}
