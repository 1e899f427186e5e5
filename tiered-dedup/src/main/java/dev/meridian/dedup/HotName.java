package dev.meridian.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A key's name in the hot tier: a prefix and the SHA-256 of consumer group and key, so that names
 * are short whatever the keys are. The whole digest, since a hot hit is believed: two keys of one
 * name would lose a payment.
 *
 * @param text 43 characters and the prefix
 * @param check some of the digest again, to stand in the value: an answer to another question shows
 */
record HotName(String text, long check) {

  /** Marks of applied keys. */
  static final String MARK_PREFIX = "dedup:";

  /** Keys that an instance is at work on. */
  static final String IN_FLIGHT_PREFIX = "dedup-in-flight:";

  static HotName of(String consumerGroup, String key) {
    MessageDigest digest = sha256();
    byte[] group = consumerGroup.getBytes(UTF_8);
    digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(group.length).flip());
    digest.update(group);
    byte[] hash = digest.digest(key.getBytes(UTF_8));
    return new HotName(
        Base64.getUrlEncoder().withoutPadding().encodeToString(hash),
        ByteBuffer.wrap(hash).getLong());
  }

  String mark() {
    return MARK_PREFIX + text;
  }

  String inFlight() {
    return IN_FLIGHT_PREFIX + text;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
