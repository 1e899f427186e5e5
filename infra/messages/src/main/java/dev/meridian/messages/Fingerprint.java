package dev.meridian.messages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What an intent says, as 128 bits of SHA-256: only equal versions can be compared, and only a
 * difference between equal versions is a conflict. Version 1 covers exactly kind, business key,
 * payer, payee, amount and currency.
 *
 * @param version the recipe's number, stored beside the hash
 * @param hex 32 hexadecimal digits
 */
public record Fingerprint(short version, String hex) {
  private static final short VERSION_1 = 1;
  private static final int LENGTH_BYTES = 16;

  public static Fingerprint of(Kind kind, BusinessKey businessKey, Intent intent) {
    String covered =
        Netstring.of(
            kind.typeName(),
            businessKey.text(),
            intent.payer(),
            intent.payee(),
            Long.toString(intent.amountMinor()),
            intent.currency());
    return new Fingerprint(VERSION_1, HexFormat.of().formatHex(sha256(covered), 0, LENGTH_BYTES));
  }

  public static Fingerprint ofBytes(short version, byte[] bytes) {
    return new Fingerprint(version, HexFormat.of().formatHex(Arrays.copyOf(bytes, LENGTH_BYTES)));
  }

  public byte[] bytes() {
    return HexFormat.of().parseHex(hex);
  }

  /** Whether both are of one version and say different things. */
  public boolean conflictsWith(Fingerprint other) {
    return version == other.version && !hex.equals(other.hex);
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
