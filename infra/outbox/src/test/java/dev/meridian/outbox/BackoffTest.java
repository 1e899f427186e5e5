package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BackoffTest {
  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(5);
  private static final Backoff BACKOFF = new Backoff(FIRST, LONGEST);

  @Test
  void after_anyNumberOfFailures_staysWithinHalfAndWhole() {
    SplittableRandom random = new SplittableRandom(7);
    for (int failures = 1; failures < 5_000; failures++) {
      Duration whole =
          Duration.ofMillis(
              Math.min(LONGEST.toMillis(), FIRST.toMillis() << Math.min(failures - 1, 20)));

      Duration wait = BACKOFF.after(failures, random);

      assertThat(wait).isBetween(whole.dividedBy(2), whole);
    }
  }

  @Test
  void new_longestBelowFirst_refuses() {
    assertThatThrownBy(() -> new Backoff(FIRST, FIRST.minusMillis(1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
