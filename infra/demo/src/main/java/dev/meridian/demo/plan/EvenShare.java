package dev.meridian.demo.plan;

import java.util.random.RandomGenerator;

/**
 * Says yes once in every {@code every} questions, at a random place of each such block: a random
 * share that is exact, so that small runs have all of it too.
 */
final class EvenShare {
  private final RandomGenerator random;
  private final int every;
  private int asked;
  private int chosen;

  EvenShare(RandomGenerator random, int every) {
    this.random = random;
    this.every = every;
  }

  boolean next() {
    int place = asked % every;
    if (place == 0) {
      chosen = random.nextInt(every);
    }
    asked++;
    return place == chosen;
  }
}
