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

  /**
   * What ten bits of the number become, by their place (lowest first): two symbols in the upper
   * half and what they add to the check symbols in the lower one. One look-up gives both.
   */
  private static final int[] PAIRS = pairs();

  private static final int PAIR_BITS = 10;
  private static final int PAIR_MASK = 1023;
  private static final int PAIR_PLACES = 6;
  private static final VarHandle TWO_BYTES = bigEndian(short[].class);
  private static final VarHandle FOUR_BYTES = bigEndian(int[].class);
  private static final VarHandle EIGHT_BYTES = bigEndian(long[].class);
  private static final int SYMBOLS = 0xFFFF0000;
  private static final int SYMBOL_BITS = 5;
  private static final int SYMBOL_MASK = 31;
  private static final byte NO_SYMBOL = -1;
  private static final int MAX_FIRST_SYMBOL = 7;
  private static final int BYTE_MASK = 255;

  private static final int HIGH_SYMBOLS = 7;
  private static final int HALF_BITS = (NUMBER_LENGTH - HIGH_SYMBOLS) * 5;
  private static final long NUMBER_MASK = (1L << 35) - 1;
  private static final int NO_SYMBOL_SHIFT = 36;
  private static final long NO_SYMBOLS = ((1L << TAIL_LENGTH) - 1) << NO_SYMBOL_SHIFT;
  private static final int CHECK_SHIFT = 54;

  /**
   * What a character at a place of the tail means, by place and character: its bits of the number's
   * half that it is in, from bit 0; a bit above these if it is no symbol; what it adds to the check
   * symbols, from bit 54. The exclusive or of all is the number, and zero check symbols but for
   * kind and region.
   */
  private static final long[] SYMBOLS_READ = symbolsRead();

  static String write(String kind, String region, long value) {
    return write(kind, region, CheckSymbols.of(kind, region, value), value);
  }

  /**
   * As the other one, with what kind and region keep ready for it. The deprecated constructor takes
   * bytes as the characters they are; it is small enough to be compiled into this method, which
   * those with a character set aren't.
   */
  @SuppressWarnings("deprecation")
  static String write(IdKind kind, Region region, long value) {
    int tail = REGION_START + region.code().length() + 1;
    byte[] text = new byte[tail + TAIL_LENGTH];
    FOUR_BYTES.set(text, 0, kind.prefix());
    EIGHT_BYTES.set(text, REGION_START, region.prefix());
    text[tail - 1] = '-';
    int first = (int) (value >>> NUMBER_SHIFT);
    text[tail] = DIGITS[first];
    int check = kind.check() ^ region.check() ^ CheckSymbols.ofFirst(first);
    check ^= writePairs(text, tail + 1, value);
    TWO_BYTES.set(text, tail + NUMBER_LENGTH, (short) (PAIRS[check & PAIR_MASK] >>> Short.SIZE));
    return new String(text, 0);
  }

  private static String write(String kind, String region, int check, long value) {
    StringBuilder text = new StringBuilder(MAX_LENGTH).append(kind).append('-').append(region);
    text.append('-');
    for (int shift = NUMBER_SHIFT; shift >= 0; shift -= SYMBOL_BITS) {
      text.append((char) DIGITS[(int) (value >>> shift) & SYMBOL_MASK]);
    }
    text.append((char) DIGITS[check >>> SYMBOL_BITS]);
    return text.append((char) DIGITS[check & SYMBOL_MASK]).toString();
  }

  /** The number's last twelve symbols; returns what they add to the check symbols. */
  private static int writePairs(byte[] text, int start, long value) {
    int high = (int) (value >>> 30);
    int low = (int) value;
    int a = pair(5, high >>> 20);
    int b = pair(4, high >>> 10);
    int c = pair(3, high);
    int d = pair(2, low >>> 20);
    int e = pair(1, low >>> 10);
    int f = pair(0, low);
    FOUR_BYTES.set(text, start, (a & SYMBOLS) | (b >>> Short.SIZE));
    FOUR_BYTES.set(text, start + 4, (c & SYMBOLS) | (d >>> Short.SIZE));
    FOUR_BYTES.set(text, start + 8, (e & SYMBOLS) | (f >>> Short.SIZE));
    return a ^ b ^ c ^ d ^ e ^ f;
  }

  private static int pair(int place, int bits) {
    return PAIRS[(place << PAIR_BITS) | (bits & PAIR_MASK)];
  }

  /**
   * The same as {@link #read} with the registry's region, if the text is as it was given out; null
   * if anything is otherwise, which {@link #read} then looks at.
   */
  static @Nullable RegionId readAsGivenOut(String text, RegionRegistry registry) {
    if (!hasTheShape(text)) {
      return null;
    }
    int tail = text.length() - TAIL_LENGTH;
    long high = firstSeven(text, tail);
    long low = lastEight(text, tail);
    long value = (high & NUMBER_MASK) << HALF_BITS | (low & NUMBER_MASK);
    IdKind kind = IdKind.startOf(text);
    Region region = registry.withNumber(IdLayout.regionNumber(value));
    if (((high | low) & NO_SYMBOLS) != 0
        || kind == null
        || region == null
        || tail - 1 - REGION_START != region.code().length()
        || !text.startsWith(region.code(), REGION_START)) {
      return null;
    }
    int check = (int) ((high ^ low) >>> CHECK_SHIFT);
    return check == (kind.check() ^ region.check()) ? new RegionId(kind, region, value) : null;
  }

  private static long firstSeven(String text, int tail) {
    return symbol(text, tail, 0)
        ^ symbol(text, tail, 1)
        ^ symbol(text, tail, 2)
        ^ symbol(text, tail, 3)
        ^ symbol(text, tail, 4)
        ^ symbol(text, tail, 5)
        ^ symbol(text, tail, 6);
  }

  private static long lastEight(String text, int tail) {
    return symbol(text, tail, 7)
        ^ symbol(text, tail, 8)
        ^ symbol(text, tail, 9)
        ^ symbol(text, tail, 10)
        ^ symbol(text, tail, 11)
        ^ symbol(text, tail, 12)
        ^ symbol(text, tail, 13)
        ^ symbol(text, tail, 14);
  }

  private static long symbol(String text, int tail, int place) {
    char c = text.charAt(tail + place);
    return c <= BYTE_MASK ? SYMBOLS_READ[place << Byte.SIZE | c] : noSymbolAt(place);
  }

  /** A bit of its own for each place, so that two of them don't cancel each other out. */
  private static long noSymbolAt(int place) {
    return 1L << (NO_SYMBOL_SHIFT + place);
  }

  private static long[] symbolsRead() {
    long[] read = new long[TAIL_LENGTH << Byte.SIZE];
    for (int place = 0; place < TAIL_LENGTH; place++) {
      for (int c = 0; c <= BYTE_MASK; c++) {
        boolean fits = VALUES[c] >= 0 && (place > 0 || VALUES[c] <= MAX_FIRST_SYMBOL);
        read[place << Byte.SIZE | c] = fits ? symbolRead(place, VALUES[c]) : noSymbolAt(place);
      }
    }
    return read;
  }

  private static long symbolRead(int place, int symbol) {
    if (place >= NUMBER_LENGTH) { // a check symbol
      return (long) symbol << (CHECK_SHIFT + SYMBOL_BITS * (TAIL_LENGTH - 1 - place));
    }
    long number = (long) symbol << (SYMBOL_BITS * (NUMBER_LENGTH - 1 - place));
    long half = place < HIGH_SYMBOLS ? number >>> HALF_BITS : number;
    return (long) CheckSymbols.ofNumber(number) << CHECK_SHIFT | half;
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

  private static int[] pairs() {
    int[] pairs = new int[PAIR_PLACES << PAIR_BITS];
    for (int place = 0; place < PAIR_PLACES; place++) {
      for (int pair = 0; pair <= PAIR_MASK; pair++) {
        int symbols = DIGITS[pair >>> SYMBOL_BITS] << Byte.SIZE | DIGITS[pair & SYMBOL_MASK];
        int check = CheckSymbols.ofNumber((long) pair << (place * PAIR_BITS));
        pairs[(place << PAIR_BITS) | pair] = (symbols << Short.SIZE) | check;
      }
    }
    return pairs;
  }

  private static VarHandle bigEndian(Class<?> viewed) {
    return MethodHandles.byteArrayViewVarHandle(viewed, ByteOrder.BIG_ENDIAN);
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
