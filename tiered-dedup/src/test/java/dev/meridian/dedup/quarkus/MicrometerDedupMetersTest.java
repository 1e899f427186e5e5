package dev.meridian.dedup.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.dedup.DedupMeters.HotAnswer;
import dev.meridian.dedup.DedupMeters.Marked;
import dev.meridian.dedup.Tier;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MicrometerDedupMetersTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MicrometerDedupMeters meters =
      new MicrometerDedupMeters(registry, Set.of("payments"));

  @Test
  void meters_start_haveEverySeriesAtZero() {
    int each = 1 + 1 + Tier.values().length + HotAnswer.values().length + Marked.values().length;

    assertThat(registry.getMeters()).hasSize(2 * each);
    assertThat(registry.find("meridian_dedup_verdicts").counters())
        .allSatisfy(counter -> assertThat(counter.count()).isZero());
  }

  /** Trap 29. */
  @Test
  void count_manyGroups_addsNoSeries() {
    int before = registry.getMeters().size();
    for (int i = 0; i < 2_000; i++) {
      meters.countNew("group " + i);
      meters.countDuplicate("group " + i, Tier.HOT);
      meters.countHot("group " + i, HotAnswer.MISS, 3);
      meters.countMarks("group " + i, Marked.FAILED, 1);
      meters.countConflict("group " + i);
    }
    meters.countNew("payments");

    assertThat(registry.getMeters()).hasSize(before);
    assertThat(
            registry
                .counter("meridian_dedup_hot_answers", "group", "other", "answer", "miss")
                .count())
        .isEqualTo(6_000);
    assertThat(
            registry
                .counter(
                    "meridian_dedup_verdicts", "group", "payments", "verdict", "new", "tier", "")
                .count())
        .isEqualTo(1);
  }
}
