package dev.meridian.dedup;

import java.time.Instant;

/**
 * One message to be claimed: what makes it the same message, and what it asks for. Immutable.
 *
 * @param key the same for every delivery of the message, in any region; at most 2,048 bytes of
 *     UTF-8, else the database refuses it (SQLSTATE class 23)
 * @param fingerprint digest of the content that two honest deliveries share
 * @param fingerprintVersion how the digest was made, at least 1; only fingerprints of equal
 *     versions can contradict each other
 * @param occurredAt when the message's creator made it; a retry repeats it. Plays no part in where
 *     a key belongs: that would make one key two
 */
public record DedupKey(
    String key, Fingerprint fingerprint, int fingerprintVersion, Instant occurredAt) {

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if the key is empty or has half a surrogate pair, which no
   *     encoding can tell from another key's, or if the version isn't 1 to 32,767
   */
  public DedupKey {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a dedup key can't be empty: it would join all messages");
    }
    int broken = loneSurrogate(key);
    if (broken >= 0) {
      throw new IllegalArgumentException(
          "character %d of a dedup key is half a surrogate pair (U+%04X): park the message"
              .formatted(broken + 1, (int) key.charAt(broken)));
    }
    if (fingerprintVersion < 1 || fingerprintVersion > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "fingerprint version " + fingerprintVersion + " of " + key + " is not 1 to 32767");
    }
  }

  /** Where the first one is; below zero if there is none. */
  private static int loneSurrogate(String key) {
    for (int i = 0; i < key.length(); i++) {
      char c = key.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < key.length()
          && Character.isLowSurrogate(key.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        return i;
      }
    }
    return -1;
  }

  /** Whether a holder of the same key asked for something else, as far as can be told. */
  boolean contradicts(Fingerprint holder, int holdersVersion) {
    return fingerprintVersion == holdersVersion && !fingerprint.equals(holder);
  }
}
