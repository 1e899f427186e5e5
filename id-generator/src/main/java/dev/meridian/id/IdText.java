package dev.meridian.id;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The text of an id, taken apart: kind, region code and number, its check symbols found right.
 *
 * <p>The alphabet is Douglas Crockford's base 32 in lower case; upper case is read too, and I and L
 * as 1, O as 0. Fixed width, highest digit first and an alphabet in ASCII order make the text sort
 * bytewise like the number.
 */
record IdText(String kind, String region, long value) {

  /** 13 symbols of five bits hold 64 bits. */
  static final int NUMBER_LENGTH = 13;

  /** How far the number's first symbol is shifted. */
  static final int NUMBER_SHIFT = (NUMBER_LENGTH - 1) * 5;

  private static final String ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
  private static final int TAIL_LENGTH = NUMBER_LENGTH + CheckSymbols.LENGTH;
  private static final int REGION_START = IdKind.LENGTH + 1;
  private static final int MIN_LENGTH = REGION_START + Region.MIN_CODE_LENGTH + 1 + TAIL_LENGTH;
  private static final int MAX_LENGTH = REGION_START + Region.MAX_CODE_LENGTH + 1 + TAIL_LENGTH;
  private static final byte[] DIGITS = ALPHABET.getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VALUES = values();

  /** Two symbols at once: half the look-ups and stores. */
  private static final short[] PAIRS = pairs();

  private static final int PAIR_MASK = 1023;
  private static final VarHandle TWO_BYTES =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final byte NO_SYMBOL = -1;
  private static final int MAX_FIRST_SYMBOL = 7;
  private static final byte MAX_FIRST_DIGIT = '7';
  private static final int BYTE_MASK = 255;

  static String write(String kind, String region, long value) {
    return write(kind, region, CheckSymbols.of(kind, region, value), value);
  }

  static String write(IdKind kind, Region region, long value) {
    int check = kind.check() ^ region.check() ^ CheckSymbols.ofNumber(value);
    return write(kind.code(), region.code(), check, value);
  }

  private static String write(String kind, String region, int check, long value) {
    int tail = REGION_START + region.length() + 1;
    byte[] text = new byte[tail + TAIL_LENGTH];
    copy(kind, text, 0);
    text[IdKind.LENGTH] = '-';
    copy(region, text, REGION_START);
    text[tail - 1] = '-';
    text[tail] = DIGITS[(int) (value >>> NUMBER_SHIFT)];
    writePairs(text, tail + 1, value);
    TWO_BYTES.set(text, tail + NUMBER_LENGTH, PAIRS[check]);
    return new String(text, StandardCharsets.ISO_8859_1);
  }

  /** The number's last twelve symbols, two at a time. */
  private static void writePairs(byte[] text, int start, long value) {
    int high = (int) (value >>> 30);
    int low = (int) value;
    TWO_BYTES.set(text, start, PAIRS[high >>> 20 & PAIR_MASK]);
    TWO_BYTES.set(text, start + 2, PAIRS[high >>> 10 & PAIR_MASK]);
    TWO_BYTES.set(text, start + 4, PAIRS[high & PAIR_MASK]);
    TWO_BYTES.set(text, start + 6, PAIRS[low >>> 20 & PAIR_MASK]);
    TWO_BYTES.set(text, start + 8, PAIRS[low >>> 10 & PAIR_MASK]);
    TWO_BYTES.set(text, start + 10, PAIRS[low & PAIR_MASK]);
  }

  private static void copy(String from, byte[] to, int start) {
    for (int i = 0; i < from.length(); i++) {
      to[start + i] = (byte) from.charAt(i);
    }
  }

  /**
   * The same as {@link #read} with the registry's region, if the text is as it was given out; null
   * if anything is otherwise, which {@link #read} then looks at.
   */
  static @Nullable RegionId readAsGivenOut(String text, RegionRegistry registry) {
    if (!hasTheShape(text)) {
      return null;
    }
    // what is not in this character set becomes a question mark, which is no symbol
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    if (bytes.length != text.length()) {
      return null;
    }
    int tail = bytes.length - TAIL_LENGTH;
    long value = numberOrNegative(bytes, tail);
    if (value < 0 || bytes[tail] > MAX_FIRST_DIGIT) {
      return null;
    }
    IdKind kind = IdKind.startOf(bytes);
    Region region = registry.withNumber(IdLayout.regionNumber(value));
    if (kind == null || region == null || !region.isIn(bytes, REGION_START, tail - 1)) {
      return null;
    }
    int check = VALUES[bytes[tail + NUMBER_LENGTH] & BYTE_MASK] << 5;
    check |= VALUES[bytes[tail + NUMBER_LENGTH + 1] & BYTE_MASK];
    return check == (kind.check() ^ region.check() ^ CheckSymbols.ofNumber(value))
        ? new RegionId(kind, region, value)
        : null;
  }

  /** The number's symbols read; below zero if one of them is none. */
  private static long numberOrNegative(byte[] text, int start) {
    int wrong = 0;
    long value = 0;
    for (int i = start; i < start + NUMBER_LENGTH; i++) {
      int symbol = VALUES[text[i] & BYTE_MASK];
      wrong |= symbol;
      value = value << 5 | symbol;
    }
    return wrong < 0 ? wrong : value;
  }

  private static int lenientSymbolAt(String text, int index) {
    char c = text.charAt(index);
    return c < VALUES.length ? VALUES[c] : NO_SYMBOL;
  }

  private static boolean hasTheShape(String text) {
    return text.length() >= MIN_LENGTH
        && text.length() <= MAX_LENGTH
        && text.charAt(IdKind.LENGTH) == '-'
        && text.charAt(text.length() - TAIL_LENGTH - 1) == '-';
  }

  static IdText read(String text) {
    int tail = text.length() - TAIL_LENGTH;
    if (!hasTheShape(text)) {
      throw new RegionIdException(
          Quoted.of(text)
              + " is no id: expected kind, region and 15 symbols, like pay-eu-0200800000001ex;"
              + " copy it in full from where it was given out");
    }
    String kind = lowerCaseCode(text, 0, IdKind.LENGTH);
    String region = lowerCaseCode(text, REGION_START, tail - 1);
    long value = readNumber(text, tail);
    int check = symbolAt(text, text.length() - 2) << 5 | symbolAt(text, text.length() - 1);
    if (check != CheckSymbols.of(kind, region, value)) {
      throw new RegionIdException(
          "the check symbols of "
              + Quoted.of(text)
              + " are wrong: something in it was mistyped or exchanged;"
              + " copy it again from where it was given out");
    }
    return new IdText(kind, region, value);
  }

  private static long readNumber(String text, int start) {
    if (symbolAt(text, start) > MAX_FIRST_SYMBOL) {
      throw new RegionIdException(
          "the number of " + Quoted.of(text) + " has more than 63 bits: no region gave it out");
    }
    long value = 0;
    for (int i = start; i < start + NUMBER_LENGTH; i++) {
      value = value << 5 | symbolAt(text, i);
    }
    return value;
  }

  private static int symbolAt(String text, int index) {
    int value = lenientSymbolAt(text, index);
    if (value == NO_SYMBOL) {
      throw wrongCharacter(text, index, "use digits and letters other than u");
    }
    return value;
  }

  private static String lowerCaseCode(String text, int from, int to) {
    char[] code = new char[to - from];
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      char lower = c >= 'A' && c <= 'Z' ? (char) (c + 'a' - 'A') : c;
      boolean letter = lower >= 'a' && lower <= 'z';
      boolean digitOfRegion = i > REGION_START && lower >= '0' && lower <= '9';
      if (!letter && !digitOfRegion) {
        throw wrongCharacter(text, i, "kind and region are letters, a region may end in digits");
      }
      code[i - from] = lower;
    }
    return new String(code);
  }

  private static RegionIdException wrongCharacter(String text, int index, String wayOut) {
    return new RegionIdException(
        "character %d of %s can't stand there: %s".formatted(index + 1, Quoted.of(text), wayOut));
  }

  private static short[] pairs() {
    short[] pairs = new short[PAIR_MASK + 1];
    for (int pair = 0; pair <= PAIR_MASK; pair++) {
      pairs[pair] = (short) (DIGITS[pair >>> 5] << Byte.SIZE | DIGITS[pair & 31]);
    }
    return pairs;
  }

  private static byte[] values() {
    byte[] values = new byte[256];
    Arrays.fill(values, NO_SYMBOL);
    for (int i = 0; i < ALPHABET.length(); i++) {
      values[ALPHABET.charAt(i)] = (byte) i;
      values[Character.toUpperCase(ALPHABET.charAt(i))] = (byte) i;
    }
    for (char one : new char[] {'i', 'I', 'l', 'L'}) {
      values[one] = 1;
    }
    values['o'] = 0;
    values['O'] = 0;
    return values;
  }
}
