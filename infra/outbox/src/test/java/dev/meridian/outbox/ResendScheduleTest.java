package dev.meridian.outbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ResendScheduleTest {
  @ParameterizedTest
  @CsvSource({"1,PT30S", "2,PT2M", "3,PT10M", "4,PT1H", "5,PT1H", "2147483647,PT1H"})
  void after_attempt_waitsAsTheDefaultSays(int attempt, Duration expected) {
    assertThat(ResendSchedule.DEFAULT.after(attempt)).isEqualTo(expected);
  }

  @Test
  void parse_allUnits_areRead() {
    assertThat(ResendSchedule.parse("250ms, 1s,2m,3h,4D").delays())
        .containsExactly(
            Duration.ofMillis(250),
            Duration.ofSeconds(1),
            Duration.ofMinutes(2),
            Duration.ofHours(3),
            Duration.ofDays(4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "30", "30s,", "s", "-1s", "0s", "1w", "ms"})
  void parse_nonsense_saysWhich(String text) {
    assertThatThrownBy(() -> ResendSchedule.parse(text))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
