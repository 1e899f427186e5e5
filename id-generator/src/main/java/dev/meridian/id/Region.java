package dev.meridian.id;

import java.util.regex.Pattern;

/**
 * A region's two names: the code in an id's text and the number in its 64 bits.
 *
 * <p>Both are for good: renumbering a region would make its old ids name another one. Immutable.
 *
 * @param code 2 to 8 lower-case letters or digits, the first a letter
 * @param number 1 to 255
 */
public record Region(String code, int number) {

  /** Greatest region number: eight bits. */
  public static final int MAX_NUMBER = 255;

  static final int MIN_CODE_LENGTH = 2;
  static final int MAX_CODE_LENGTH = 8;

  private static final Pattern CODE = Pattern.compile("[a-z][a-z0-9]{1,7}");

  /**
   * @throws IllegalArgumentException if the code or the number is out of shape
   */
  public Region {
    if (!CODE.matcher(code).matches()) {
      throw new IllegalArgumentException(
          "region code "
              + Quoted.of(code)
              + " is not 2 to 8 lower-case letters or digits beginning with a letter; write one like eu");
    }
    if (number < 1 || number > MAX_NUMBER) {
      throw new IllegalArgumentException(
          "region number " + number + " of " + code + " is not 1 to 255; give each region its own");
    }
  }

  @Override
  public String toString() {
    return code;
  }
}
