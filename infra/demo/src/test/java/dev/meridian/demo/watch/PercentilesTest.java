package dev.meridian.demo.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PercentilesTest {

  @Test
  void of_nothing_isZero() {
    assertThat(Percentiles.of()).isEqualTo(new Percentiles(0, 0, 0, 0));
  }

  @Test
  void of_oneValue_isThatValue() {
    assertThat(Percentiles.of(7)).isEqualTo(new Percentiles(1, 7, 7, 7));
  }

  @Test
  void of_oneToHundredInAnyOrder_isTheNearestRank() {
    double[] falling = IntStream.rangeClosed(1, 100).mapToDouble(i -> 101 - i).toArray();

    assertThat(Percentiles.of(falling)).isEqualTo(new Percentiles(100, 50, 99, 100));
  }

  @Test
  void of_evenCount_isAMeasuredValue() {
    assertThat(Percentiles.of(1, 2, 3, 10).p50()).isEqualTo(2);
  }
}
