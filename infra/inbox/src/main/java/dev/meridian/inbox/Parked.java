package dev.meridian.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.meridian.outbox.Header;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A message that can't be applied as it is, as it came: bytes, key and headers untouched, so that
 * it can be redriven.
 *
 * @param consumerGroup who could not apply it
 * @param dedupKey what it would have been deduplicated by. One that PostgreSQL can't keep or index
 *     (U+0000, over {@link #KEY_CHARS_AT_MOST}) stands here as its hash
 * @param fingerprint of its content; empty if there is none
 * @param reason a stable code, such as CONFLICT
 * @param detail for people; U+0000 replaced, cut at {@link #DETAIL_CHARS_AT_MOST}
 * @param topic where it was read
 * @param offset its offset there
 */
@SuppressWarnings("ArrayRecordComponent") // equality is by identity of the message, below
public record Parked(
    String consumerGroup,
    String dedupKey,
    byte[] fingerprint,
    String reason,
    String detail,
    String topic,
    int partition,
    long offset,
    byte @Nullable [] key,
    List<Header> headers,
    byte @Nullable [] payload) {

  public static final int KEY_CHARS_AT_MOST = 600;
  public static final int DETAIL_CHARS_AT_MOST = 2_000;
  private static final int ID_BYTES = 16;

  /**
   * A message that could be read. Written out, since a compact one loses the annotations of its
   * arrays.
   */
  public Parked(
      String consumerGroup,
      String dedupKey,
      byte[] fingerprint,
      String reason,
      String detail,
      String topic,
      int partition,
      long offset,
      byte @Nullable [] key,
      List<Header> headers,
      byte @Nullable [] payload) {
    this.consumerGroup = consumerGroup;
    this.dedupKey = storable(dedupKey);
    this.fingerprint = fingerprint;
    this.reason = reason;
    this.detail = cut(detail).replace('\0', '\uFFFD');
    this.topic = topic;
    this.partition = partition;
    this.offset = offset;
    this.key = key;
    this.headers = List.copyOf(headers);
    this.payload = payload;
  }

  private static String storable(String key) {
    boolean fine = key.length() <= KEY_CHARS_AT_MOST && key.indexOf('\0') < 0;
    return fine ? key : hashed(key.getBytes(UTF_8));
  }

  private static String cut(String detail) {
    return detail.substring(0, Math.min(detail.length(), DETAIL_CHARS_AT_MOST));
  }

  /**
   * One that could not be read, and thus has no key of its own: it is known by the hash of its
   * bytes.
   */
  public static Parked undecodable(
      String consumerGroup,
      String reason,
      String detail,
      String topic,
      int partition,
      long offset,
      byte @Nullable [] key,
      List<Header> headers,
      byte @Nullable [] payload) {
    byte[] bytes = payload == null ? new byte[0] : payload;
    return new Parked(
        consumerGroup,
        hashed(bytes),
        new byte[0],
        reason,
        detail,
        topic,
        partition,
        offset,
        key,
        headers,
        payload);
  }

  /**
   * The outward name: derived from consumer group, key and fingerprint, so that it is the same on
   * every try; {@code prk-} and 32 hexadecimal digits.
   */
  public String id() {
    return id(consumerGroup, dedupKey, fingerprint);
  }

  /** The same for a message that was applied: what it was parked under, if it was. */
  static String id(String consumerGroup, String dedupKey, byte[] fingerprint) {
    MessageDigest digest = sha256();
    byte[] key = storable(dedupKey).getBytes(UTF_8);
    for (byte[] part : List.of(consumerGroup.getBytes(UTF_8), key, fingerprint)) {
      digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
      digest.update(part);
    }
    return "prk-" + HexFormat.of().formatHex(Arrays.copyOf(digest.digest(), ID_BYTES));
  }

  private static String hashed(byte[] bytes) {
    return "sha256:" + sha256Of(bytes);
  }

  /** In hexadecimal digits. */
  static String sha256Of(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256", e);
    }
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Parked that
        && id().equals(that.id())
        && topic.equals(that.topic)
        && partition == that.partition
        && offset == that.offset;
  }

  @Override
  public int hashCode() {
    return Objects.hash(consumerGroup, dedupKey, offset);
  }

  @Override
  public String toString() {
    return "Parked[" + id() + " " + reason + " " + topic + "-" + partition + "@" + offset + "]";
  }
}
