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
 */
public record SentRequest(
    String region, String dedupKey, @Nullable String fingerprint, long deliveries) {

  public SentRequest {
    if (deliveries < 1) {
      throw new IllegalArgumentException("a request that was never sent: " + dedupKey);
    }
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

  private static String sha256(byte[] value) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(value));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
