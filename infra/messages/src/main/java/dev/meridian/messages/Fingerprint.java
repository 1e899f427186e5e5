package dev.meridian.messages;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What an intent says, as 128 bits of SHA-256: only equal versions can be compared, and only a
 * difference between equal versions is a conflict. Version 1 covers exactly kind, business key,
 * payer, payee, amount and currency; for a refund also the payment's business key.
 *
 * @param version the recipe's number, stored beside the hash
 * @param hex 32 hexadecimal digits
 */
public record Fingerprint(short version, String hex) {
  private static final short VERSION_1 = 1;
  private static final int LENGTH_BYTES = 16;

  public static Fingerprint of(Kind kind, BusinessKey businessKey, Intent intent) {
    return version1(
        kind.typeName(),
        businessKey.text(),
        intent.payer(),
        intent.payee(),
        Long.toString(intent.amountMinor()),
        intent.currency());
  }

  /** Of a wish to give back a part; the payee is the payment's, which the wish names. */
  public static Fingerprint ofRefund(
      BusinessKey businessKey, String payer, Money amount, BusinessKey payment) {
    return version1(
        Kind.REFUND_REQUESTED.typeName(),
        businessKey.text(),
        payer,
        Long.toString(amount.minor()),
        amount.currency(),
        payment.text());
  }

  /** Of a wish to take a payment back; everything else is the payment's. */
  public static Fingerprint ofCancel(BusinessKey businessKey, String payer) {
    return version1(Kind.CANCEL_REQUESTED.typeName(), businessKey.text(), payer);
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

  private static Fingerprint version1(String... covered) {
    byte[] hash = sha256(Netstring.of(covered));
    return new Fingerprint(VERSION_1, HexFormat.of().formatHex(hash, 0, LENGTH_BYTES));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
