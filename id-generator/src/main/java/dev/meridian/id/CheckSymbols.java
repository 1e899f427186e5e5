package dev.meridian.id;

/**
 * Two check symbols over an id's kind, region code and number: a Reed-Solomon code over GF(32).
 *
 * <p>The word, each symbol five bits, is always 28 long: 3 letters of the kind · 8 characters of
 * the region, padded with zeros · 2 symbols that say which of these eight are digits · 13 of the
 * number · 2 check symbols. The check symbols are chosen so that the word, read as a polynomial, is
 * zero at 1 and at α. Hence, as 28 is less than 31, the order of α:
 *
 * <ul>
 *   <li>any one or two wrong symbols are detected: the two sums Σe and Σeαⁱ can't both be zero (the
 *       code's distance is 3). A wrong character of the region changes at most two symbols;
 *   <li>two exchanged neighbours are detected: the error is d at i and at i+1, and dαⁱ(1+α) isn't
 *       zero. If they are a letter and a digit of the region, what remains in Σe are the exchanged
 *       digit marks, and these aren't zero either.
 * </ul>
 *
 * <p>Sources: I. S. Reed and G. Solomon, "Polynomial Codes over Certain Finite Fields", 1960; the
 * idea of a checksum over the readable prefix is BIP 173's.
 */
final class CheckSymbols {

  /** Symbols appended to the number. */
  static final int LENGTH = 2;

  /** x⁵ + x² + 1, primitive; α is x. */
  private static final int FIELD_POLYNOMIAL = 0b100101;

  private static final int SYMBOL_BITS = 5;
  private static final int SYMBOL_MASK = 31;
  private static final int BYTE_VALUES = 256;

  /**
   * The code is linear, so the check symbols of a number are the exclusive or of those of its
   * bytes: 8 places of 256 values each.
   */
  private static final char[] OF_BYTES = ofBytes();

  private int sum;
  private int weightedSum;

  private CheckSymbols() {}

  /** Both check symbols, the first in bits 9 to 5 and the second in bits 4 to 0. */
  static int of(String kind, String region, long number) {
    return of(kind, region) ^ ofNumber(number);
  }

  /** What the kind adds to the check symbols: those of an id without region and number. */
  static int ofKind(String kind) {
    return of(kind, "");
  }

  /** What the region's code adds to the check symbols: those of an id without kind and number. */
  static int ofRegion(String region) {
    return of("", region);
  }

  /** What the number adds to the check symbols: those of an id without kind and region. */
  static int ofNumber(long number) {
    return OF_BYTES[(int) number & 0xFF]
        ^ OF_BYTES[0x100 | ((int) (number >>> 8) & 0xFF)]
        ^ OF_BYTES[0x200 | ((int) (number >>> 16) & 0xFF)]
        ^ OF_BYTES[0x300 | ((int) (number >>> 24) & 0xFF)]
        ^ OF_BYTES[0x400 | ((int) (number >>> 32) & 0xFF)]
        ^ OF_BYTES[0x500 | ((int) (number >>> 40) & 0xFF)]
        ^ OF_BYTES[0x600 | ((int) (number >>> 48) & 0xFF)]
        ^ OF_BYTES[0x700 | ((int) (number >>> 56) & 0xFF)];
  }

  /** What the number's first symbol adds, its upper three bits. */
  static int ofFirst(int symbol) {
    return OF_BYTES[0x700 | symbol << 4];
  }

  private static int of(String kind, String region) {
    CheckSymbols word = new CheckSymbols();
    word.addKind(kind);
    word.addRegion(region);
    word.addNumber(0);
    return word.close();
  }

  private static char[] ofBytes() {
    char[] checks = new char[Long.BYTES * BYTE_VALUES];
    for (int place = 0; place < Long.BYTES; place++) {
      for (int value = 0; value < BYTE_VALUES; value++) {
        CheckSymbols word = new CheckSymbols();
        word.addNumber((long) value << (Byte.SIZE * place));
        checks[place * BYTE_VALUES + value] = (char) word.close();
      }
    }
    return checks;
  }

  private void addKind(String kind) {
    for (int i = 0; i < kind.length(); i++) {
      add(kind.charAt(i) & SYMBOL_MASK);
    }
  }

  private void addRegion(String region) {
    int digits = 0;
    for (int i = 0; i < Region.MAX_CODE_LENGTH; i++) {
      char c = i < region.length() ? region.charAt(i) : 0;
      add(c & SYMBOL_MASK);
      digits |= (c >= '0' && c <= '9' ? 1 : 0) << i;
    }
    add(digits & SYMBOL_MASK);
    add(digits >>> SYMBOL_BITS);
  }

  private void addNumber(long number) {
    for (int shift = IdText.NUMBER_SHIFT; shift >= 0; shift -= SYMBOL_BITS) {
      add((int) (number >>> shift) & SYMBOL_MASK);
    }
  }

  private void add(int symbol) {
    sum ^= symbol;
    weightedSum = timesAlpha(weightedSum) ^ symbol;
  }

  /** Solves first + second = sum and α·first + second = α²·weightedSum. */
  private int close() {
    int first = dividedByOnePlusAlpha(sum ^ timesAlpha(timesAlpha(weightedSum)));
    int second = sum ^ first;
    return first << SYMBOL_BITS | second;
  }

  /** 1/(1+α) is α⁴ + α³ + α². */
  private static int dividedByOnePlusAlpha(int symbol) {
    int squared = timesAlpha(timesAlpha(symbol));
    int cubed = timesAlpha(squared);
    return squared ^ cubed ^ timesAlpha(cubed);
  }

  private static int timesAlpha(int symbol) {
    int doubled = symbol << 1;
    return doubled > SYMBOL_MASK ? doubled ^ FIELD_POLYNOMIAL : doubled;
  }
}
