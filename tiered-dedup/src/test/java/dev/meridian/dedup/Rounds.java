package dev.meridian.dedup;

/** How much a test repeats: few rounds in every build, more in the long one. */
final class Rounds {

  private Rounds() {}

  static int of(int inShort, int inLong) {
    return "long".equals(System.getProperty("meridian.test.rounds")) ? inLong : inShort;
  }
}
