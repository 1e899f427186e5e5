package dev.meridian.consumer.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class TraceParentsTest {
  private final TraceParents traceParents = new TraceParents(new Random(7));

  @Test
  void keepOrMake_wellFormed_isKept() {
    String given = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    assertThat(traceParents.keepOrMake(given)).isEqualTo(given);
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(
      strings = {
        "",
        "nonsense",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
      })
  void keepOrMake_anythingElse_isReplacedByANewOne(String given) {
    assertThat(traceParents.keepOrMake(given)).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-00");
  }
}
