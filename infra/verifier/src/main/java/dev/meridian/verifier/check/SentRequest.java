package dev.meridian.verifier.check;

import dev.meridian.messages.BusinessKey;
import dev.meridian.messages.DedupKeys;
import dev.meridian.messages.Kind;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * One request, however often it was sent to one region. The same request sent to another region, or
 * with another fingerprint, is another one. Immutable.
 *
 * @param region whose payments topic or HTTP port it went to
 * @param dedupKey what tiers and parked rows know it by
 * @param fingerprint hexadecimal; null if the list doesn't know it
 * @param deliveries how many times it was sent to the region, at least 1
 * @param bytesKey what a parked row knows it by if its content was refused before it had a key;
 *     null if that can't be
 */
public record SentRequest(
    String region,
    String dedupKey,
    @Nullable String fingerprint,
    long deliveries,
    @Nullable String bytesKey) {

  public SentRequest {
    if (deliveries < 1) {
      throw new IllegalArgumentException("a request that was never sent: " + dedupKey);
    }
  }

  /** One that can only have a payment, or be parked under its own key. */
  public SentRequest(
      String region, String dedupKey, @Nullable String fingerprint, long deliveries) {
    this(region, dedupKey, fingerprint, deliveries, null);
  }

  /** A payment's request. */
  public static SentRequest payment(
      String region,
      BusinessKey businessKey,
      String requestKey,
      @Nullable String fingerprint,
      long deliveries) {
    String key = DedupKeys.of(Kind.PAYMENT_REQUESTED, businessKey, requestKey);
    return new SentRequest(region, key, fingerprint, deliveries);
  }

  /** Bytes that are no message. */
  public static SentRequest undecodable(String region, byte[] value, long deliveries) {
    return new SentRequest(region, "sha256:" + sha256(value), null, deliveries);
  }

  /**
   * The same request, which may also be parked under the hash of its bytes: an unknown account in a
   * readable message is refused before the message has a key.
   *
   * @param value the record's value
   */
  public SentRequest orParkedAs(byte[] value) {
    String hash = "sha256:" + sha256(value);
    return new SentRequest(region, dedupKey, fingerprint, deliveries, hash);
  }

  /** The same request, sent so many times. */
  public SentRequest withDeliveries(long count) {
    return new SentRequest(region, dedupKey, fingerprint, count, bytesKey);
  }

  private static String sha256(byte[] value) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
