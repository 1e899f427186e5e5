package dev.meridian.id;

import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A region's two names: the code in an id's text and the number in its 64 bits.
 *
 * <p>Both are for good: renumbering a region would make its old ids name another one. Immutable.
 */
public final class Region {

  /** Greatest region number: eight bits. */
  public static final int MAX_NUMBER = 255;

  static final int MIN_CODE_LENGTH = 2;
  static final int MAX_CODE_LENGTH = 8;

  private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9]{1,7}");

  private final String code;
  private final int number;
  private final int check;
  private final long prefix;

  /**
   * A region.
   *
   * @param code 2 to 8 lower-case letters or digits, the first a letter
   * @param number 1 to 255
   * @throws IllegalArgumentException if the code or the number is out of shape
   */
  public Region(String code, int number) {
    if (!CODE.matcher(Objects.requireNonNull(code, "code")).matches()) {
      throw new IllegalArgumentException(
          "region code "
              + Quoted.of(code)
              + " is not 2 to 8 lower-case letters or digits beginning with a letter; write one like eu");
    }
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "region number " + number + " of " + code + " is not 1 to 255; give each region its own");
    }
    this.code = code;
    this.number = number;
    this.check = CheckSymbols.ofRegion(code);
    this.prefix = prefix(code);
  }

  /** The code in an id's text. */
  public String code() {
    return code;
  }

  /** The number in an id's 64 bits. */
  public int number() {
    return number;
  }

  /** The code's characters, highest byte first, padded with zeros. */
  long prefix() {
    return prefix;
  }

  /** What the region's code adds to the check symbols. */
  int check() {
    return check;
  }

  private static long prefix(String code) {
    long prefix = 0;
    for (int i = 0; i < MAX_CODE_LENGTH; i++) {
      prefix = prefix << Byte.SIZE | (i < code.length() ? code.charAt(i) : 0);
    }
    return prefix;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Region that && number == that.number && code.equals(that.code);
  }

  @Override
  public int hashCode() {
    return 31 * code.hashCode() + number;
  }

  @Override
  public String toString() {
    return code;
  }
}
