package dev.meridian.id;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an id names: three lower-case letters at the beginning of its text, such as {@code pay}.
 *
 * <p>A kind belongs to exactly one database of a region; two databases that lease blocks of one
 * kind would hand out the same ids. {@link KindOwners} says which. Immutable.
 */
public final class IdKind implements Comparable<IdKind> {

  /** Letters in every kind. */
  static final int LENGTH = 3;

  private static final int LETTERS = 26;
  private static final Pattern CODE = Pattern.compile("[a-z]{3}");

  /** Those that were read from a text, so that reading the next one makes no object. */
  private static final AtomicReferenceArray<@Nullable IdKind> READ =
      new AtomicReferenceArray<>(LETTERS * LETTERS * LETTERS);

  private final String code;
  private final int check;
  private final int prefix;

  /**
   * A kind.
   *
   * @param code three letters a to z
   * @throws IllegalArgumentException if the code is anything but three lower-case letters
   */
  public IdKind(String code) {
    if (!CODE.matcher(Objects.requireNonNull(code, "code")).matches()) {
      throw new IllegalArgumentException(
          "kind " + Quoted.of(code) + " is not three lower-case letters; write one like pay");
    }
    this.code = code;
    this.check = CheckSymbols.ofKind(code);
    this.prefix = code.charAt(0) << 24 | code.charAt(1) << 16 | code.charAt(2) << 8 | '-';
  }

  /** The kind that a text begins with; null unless these are lower-case letters. */
  static @Nullable IdKind startOf(String text) {
    int first = text.charAt(0) - 'a';
    int second = text.charAt(1) - 'a';
    int third = text.charAt(2) - 'a';
    if (!isLetter(first) || !isLetter(second) || !isLetter(third)) {
      return null;
    }
    int place = (first * LETTERS + second) * LETTERS + third;
    IdKind read = READ.get(place);
    if (read == null) {
      read = new IdKind(text.substring(0, LENGTH));
      READ.set(place, read);
    }
    return read;
  }

  private static boolean isLetter(int place) {
    return place >= 0 && place < LETTERS;
  }

  /** The three letters. */
  public String code() {
    return code;
  }

  /** The letters and the dash behind them, highest byte first. */
  int prefix() {
    return prefix;
  }

  /** What the kind adds to the check symbols. */
  int check() {
    return check;
  }

  @Override
  public int compareTo(IdKind other) {
    return code.compareTo(other.code);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof IdKind that && code.equals(that.code);
  }

  @Override
  public int hashCode() {
    return code.hashCode();
  }

  @Override
  public String toString() {
    return code;
  }
}
