package dev.meridian.dedup;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What each tier knows of one key, for people.
 *
 * @param hot absent also if the hot tier didn't answer
 * @param warm absent: the next message of this key is new
 */
public record KeyReport(Optional<Hot> hot, Optional<Warm> warm) {

  /**
   * A mark.
   *
   * @param counts whether it was written in the database's present life; else it answers nothing
   */
  public record Hot(
      Fingerprint fingerprint, int fingerprintVersion, Instant firstSeen, boolean counts) {}

  /**
   * A row.
   *
   * @param generation the generation that holds it
   * @param sealed whether that is no longer written to
   */
  public record Warm(
      Fingerprint fingerprint,
      int fingerprintVersion,
      Instant firstSeen,
      int generation,
      boolean sealed) {}

  static KeyReport of(@Nullable Mark mark, Incarnation present, Optional<Warm> warm) {
    return new KeyReport(
        Optional.ofNullable(mark)
            .map(
                found ->
                    new Hot(
                        found.fingerprint(),
                        found.fingerprintVersion(),
                        found.firstSeen(),
                        found.incarnation().equals(present))),
        warm);
  }
}
