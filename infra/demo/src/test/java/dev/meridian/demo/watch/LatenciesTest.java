package dev.meridian.demo.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.demo.watch.Latencies.Disturbance;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatenciesTest {
  private final Latencies latencies = new Latencies();

  @Test
  void ended_inTheRegionItWasSentTo_isASample() {
    latencies.sent("eu", "order-1", true);

    latencies.ended("eu", "order-1", System.nanoTime());

    assertThat(latencies.millis(true, List.of()).count()).isOne();
    assertThat(latencies.millis(false, List.of()).count()).isZero();
  }

  @Test
  void ended_inAnotherRegionOrTwice_isNoFurtherSample() {
    latencies.sent("eu", "order-1", false);

    latencies.ended("us", "order-1", System.nanoTime());
    latencies.ended("eu", "order-1", System.nanoTime());
    latencies.ended("eu", "order-1", System.nanoTime());

    assertThat(latencies.millis(false, List.of()).count()).isOne();
  }

  @Test
  void millis_withADisturbanceInBetween_leavesTheSampleOut() {
    long before = System.nanoTime();
    latencies.sent("eu", "order-1", true);
    latencies.ended("eu", "order-1", System.nanoTime());
    Disturbance overIt = new Disturbance(before, System.nanoTime());

    assertThat(latencies.millis(true, List.of(overIt)).count()).isZero();
    assertThat(latencies.millis(true, List.of(new Disturbance(before - 9, before - 1))).count())
        .isOne();
  }
}
