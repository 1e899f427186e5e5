package dev.meridian.dedup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * A key's name in the hot tier: a prefix and the first half of the SHA-256 of consumer group and
 * key, so that names are short whatever the keys are: up to 44 bytes Redis takes a name in one
 * piece of memory. A hot hit is believed, so the next quarter of the digest stands in the value: an
 * answer to another question shows, by 192 bits in all.
 *
 * @param text 22 characters, for after the prefix
 * @param check what stands in the value
 */
record HotName(String text, long check) {
  private static final int NAME_BYTES = 16;

  /** Marks of applied keys. */
  static final String MARK_PREFIX = "dedup:";

  /** Keys that an instance is at work on. */
  static final String IN_FLIGHT_PREFIX = "dedup-in-flight:";

  static HotName of(String consumerGroup, String key) {
    return new Namer(consumerGroup).of(key);
  }

  /** Names the keys of one batch. Not thread-safe. */
  static final class Namer {
    private final MessageDigest digest = sha256();
    private final byte[] group;

    Namer(String consumerGroup) {
      byte[] bytes = consumerGroup.getBytes(UTF_8);
      group =
          ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes).array();
    }

    HotName of(String key) {
      digest.update(group);
      byte[] hash = digest.digest(key.getBytes(UTF_8));
      return new HotName(
          Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, NAME_BYTES)),
          ByteBuffer.wrap(hash).getLong(NAME_BYTES));
    }
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
