package dev.meridian.id;

import java.util.regex.Pattern;

/**
 * What an id names: three lower-case letters at the beginning of its text, such as {@code pay}.
 *
 * <p>A kind belongs to exactly one database of a region; two databases that lease blocks of one
 * kind would hand out the same ids. Immutable.
 *
 * @param code three letters a to z
 */
public record IdKind(String code) {

  /** Letters in every kind. */
  static final int LENGTH = 3;

  private static final Pattern CODE = Pattern.compile("[a-z]{3}");

  /**
   * @throws IllegalArgumentException if the code is anything but three lower-case letters
   */
  public IdKind {
    if (!CODE.matcher(code).matches()) {
      throw new IllegalArgumentException(
          "kind " + Quoted.of(code) + " is not three lower-case letters; write one like pay");
    }
  }

  @Override
  public String toString() {
    return code;
  }
}
