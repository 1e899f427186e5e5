package dev.meridian.messages;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Names an intent: netstrings of tenant, payer account and {@code ref:}client reference, or, where
 * the client has none, {@code key:}request key. The same in every region, with exactly one home.
 *
 * @param text the key as it is stored and sent
 */
public record BusinessKey(String text) {
  /** Longest key, in characters: three fields of at most 255 and their lengths. */
  static final int MAX_LENGTH = 4 * Checks.MAX_TEXT;

  public BusinessKey {
    Checks.present(text, "businessKey");
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      throw new InvalidMessageException(
          Refusal.BAD_ENVELOPE, "the business key must have 1 to " + MAX_LENGTH + " characters");
    }
    Checks.storable(text, "businessKey");
  }

  public static BusinessKey of(
      String tenant, String payer, @Nullable String clientReference, String requestKey) {
    String intent = clientReference == null ? "key:" + requestKey : "ref:" + clientReference;
    return new BusinessKey(Netstring.of(tenant, payer, intent));
  }

  /** Whether the intent is that payer's: the key's second part says so. */
  public boolean isOf(String payer) {
    int first = text.indexOf(':');
    try {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      int tenantEnds = first + 1 + Integer.parseInt(text.substring(0, Math.max(first, 0))) + 1;
      byte[] part = Netstring.of(payer).getBytes(StandardCharsets.UTF_8);
      return Arrays.equals(
          bytes,
          tenantEnds,
          Math.min(tenantEnds + part.length, bytes.length),
          part,
          0,
          part.length);
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException notOurs) {
      return false;
    }
  }

  @Override
  public String toString() {
    return text;
  }
}
