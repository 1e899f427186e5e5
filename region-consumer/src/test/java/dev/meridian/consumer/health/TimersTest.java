package dev.meridian.consumer.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TimersTest {

  @Test
  void every_roundThatFails_doesNotEndTheTimer() throws Exception {
    CountDownLatch threeRounds = new CountDownLatch(3);
    try (Timers timers = new Timers()) {
      timers.every(
          Duration.ofMillis(1),
          "fail",
          () -> {
            threeRounds.countDown();
            throw new IllegalStateException("on purpose");
          });

      assertThat(threeRounds.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }
}
