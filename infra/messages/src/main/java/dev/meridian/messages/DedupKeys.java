package dev.meridian.messages;

/** The text under which tiers know a message: kind, business key and request key. */
public final class DedupKeys {
  private DedupKeys() {}

  public static String of(Kind kind, BusinessKey businessKey, String requestKey) {
    return Netstring.of(kind.typeName(), businessKey.text(), requestKey);
  }
}
