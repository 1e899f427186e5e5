package dev.meridian.outbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

final class LaneTest {
  @Test
  void of_fixedInputs_neverChanges() {
    assertThat(
            new int[] {
              Lane.of("ledger-commands.eu", "acc-eu-1".getBytes(UTF_8)),
              Lane.of("ledger-commands.us", "acc-eu-1".getBytes(UTF_8)),
              Lane.of("payments-dlq", null),
            })
        .containsExactly(FIXED);
  }

  /**
   * Computed by another program from RFC 3720; other versions and instances of this program rely on
   * them.
   */
  private static final int[] FIXED = {6, 3, 12};

  @Test
  void of_noKeyAndEmptyKey_areOneLane() {
    assertThat(Lane.of("topic", null)).isEqualTo(Lane.of("topic", new byte[0]));
  }

  @Test
  void of_manyKeys_fillsAllLanesEvenly() {
    int[] counts = new int[Lane.COUNT];
    for (int i = 0; i < 16_000; i++) {
      counts[Lane.of("topic", ("pay-eu-" + i).getBytes(UTF_8))]++;
    }

    assertThat(Arrays.stream(counts).boxed()).allSatisfy(n -> assertThat(n).isBetween(850, 1150));
  }
}
