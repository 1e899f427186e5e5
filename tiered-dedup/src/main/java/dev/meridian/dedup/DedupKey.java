package dev.meridian.dedup;

/**
 * One message to be claimed: what makes it the same message, and what it asks for. Immutable.
 *
 * @param key the same for every delivery of the message, in any region; at most 2,048 bytes of
 *     UTF-8, else the database refuses it (SQLSTATE class 23)
 * @param fingerprint digest of the content that two honest deliveries share
 * @param fingerprintVersion how the digest was made, at least 1; only fingerprints of equal
 *     versions can contradict each other
 */
public record DedupKey(String key, Fingerprint fingerprint, int fingerprintVersion) {

  /**
   * @throws IllegalArgumentException if the key is empty or the version isn't 1 to 32,767
   */
  public DedupKey {
    if (key.isEmpty()) {
      throw new IllegalArgumentException("a dedup key can't be empty: it would join all messages");
    }
    if (fingerprintVersion < 1 || fingerprintVersion > Short.MAX_VALUE) {
      throw new IllegalArgumentException(
          "fingerprint version " + fingerprintVersion + " of " + key + " is not 1 to 32767");
    }
  }

  /** Whether the other one claims the same key for something else, as far as can be told. */
  boolean contradicts(DedupKey other) {
    return fingerprintVersion == other.fingerprintVersion && !fingerprint.equals(other.fingerprint);
  }
}
