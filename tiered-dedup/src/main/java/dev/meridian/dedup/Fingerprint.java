package dev.meridian.dedup;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A digest of what a message asks for, 1 to {@value #MAX_BYTES} bytes; two are equal if their bytes
 * are. Immutable.
 */
public final class Fingerprint {

  /** Longest digest: 512 bits. */
  public static final int MAX_BYTES = 64;

  private final byte[] bytes;

  private Fingerprint(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A fingerprint of these bytes, copied.
   *
   * @throws IllegalArgumentException if there are none or more than {@value #MAX_BYTES}
   */
  public static Fingerprint of(byte[] bytes) {
    if (bytes.length < 1 || bytes.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a fingerprint of %d bytes is not 1 to %d; use a digest such as SHA-256"
              .formatted(bytes.length, MAX_BYTES));
    }
    return new Fingerprint(bytes.clone());
  }

  /** A copy of the bytes. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Fingerprint that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** The bytes in hexadecimal. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
