package dev.meridian.verifier.check;

import dev.meridian.verifier.digest.Digest;
import dev.meridian.verifier.digest.Row;
import dev.meridian.verifier.digest.Table;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * What a check looks at: every region's digest, and what to hold them against. Immutable.
 *
 * @param cut what is younger is not judged where regions are compared
 */
record Evidence(List<Digest> digests, Expectations expectations, Instant cut) {

  static Evidence of(List<Digest> digests, Expectations expectations) {
    return new Evidence(List.copyOf(digests), expectations, cut(digests, expectations));
  }

  private static Instant cut(List<Digest> digests, Expectations expectations) {
    if (expectations.cut() != null) {
      return expectations.cut();
    }
    if (expectations.atRest()) {
      return Instant.MAX;
    }
    Instant earliest =
        digests.stream()
            .map(digest -> digest.header().at())
            .min(Instant::compareTo)
            .orElse(Instant.MAX);
    return earliest.minus(expectations.limit());
  }

  /** Hands over every region's rows of a table, with the region. */
  <R extends Row> void each(Table<R> table, BiConsumer<String, ? super R> consumer) {
    for (Digest digest : digests) {
      String region = digest.region();
      digest.each(table, row -> consumer.accept(region, row));
    }
  }

  /** Whether something that happened then may be missing in another region's digest. */
  boolean tooYoung(Instant at) {
    return !at.isBefore(cut);
  }
}
