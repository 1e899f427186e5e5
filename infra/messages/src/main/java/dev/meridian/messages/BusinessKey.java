package dev.meridian.messages;

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

  @Override
  public String toString() {
    return text;
  }
}
