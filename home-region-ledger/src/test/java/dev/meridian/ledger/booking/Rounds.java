package dev.meridian.ledger.booking;

/** How much a test does: little in each build, more in the long one. */
final class Rounds {
  private Rounds() {}

  static int of(int shortRounds, int longRounds) {
    return "long".equals(System.getProperty("meridian.test.rounds")) ? longRounds : shortRounds;
  }
}
