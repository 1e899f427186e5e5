package dev.meridian.demo.naive;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.naive.MovedTwice.Movement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MovedTwiceTest {

  @Test
  void of_intentsOfTwoRegions_countsWhatIsBeyondTheFirst() {
    MovedTwice result =
        MovedTwice.of(
            List.of(
                new Movement("once", "EUR", 1, 500, 500),
                new Movement("thrice", "EUR", 2, 200, 100),
                new Movement("thrice", "EUR", 1, 100, 100),
                new Movement("both", "USD", 1, 70, 70),
                new Movement("both", "USD", 1, 70, 70),
                new Movement("conflict", "EUR", 2, 21, 11)));

    assertThat(result.movements()).isEqualTo(8);
    assertThat(result.intents()).isEqualTo(3);
    assertThat(result.extraMinor()).isEqualTo(Map.of("EUR", 210L, "USD", 70L));
    assertThat(result.examples())
        .extracting(MovedTwice.Example::businessKey)
        .containsExactly("thrice", "both", "conflict");
  }

  @Test
  void of_manyIntents_namesThree() {
    List<Movement> movements =
        List.of("a", "b", "c", "d").stream().map(k -> new Movement(k, "EUR", 2, 20, 10)).toList();

    assertThat(MovedTwice.of(movements).examples()).hasSize(MovedTwice.NAMED_KEYS);
  }
}
