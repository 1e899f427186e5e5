package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class WindowsTest {

  @Test
  void windows_atTheirLimits_areTaken() {
    assertThat(new Windows(Duration.ofHours(1), Duration.ofDays(1)).hot()).hasHours(1);
    assertThat(new Windows(Duration.ofDays(2), Duration.ofDays(30)).warm()).hasDays(30);
  }

  @Test
  void windows_outOfRange_areRefusedWithTheRange() {
    assertThatThrownBy(() -> new Windows(Duration.ofMinutes(59), Duration.ofDays(7)))
        .hasMessageContaining("1 h to 48 h");
    assertThatThrownBy(() -> new Windows(Duration.ofHours(49), Duration.ofDays(7)))
        .hasMessageContaining("1 h to 48 h");
    assertThatThrownBy(() -> new Windows(Duration.ofHours(20), Duration.ofDays(31)))
        .hasMessageContaining("1 d to 30 d");
    assertThatThrownBy(() -> new Windows(Duration.ofHours(20), Duration.ofHours(23)))
        .hasMessageContaining("1 d to 30 d");
  }

  @Test
  void windows_hotLongerThanWarm_areRefusedWithTheWayOut() {
    assertThatThrownBy(() -> new Windows(Duration.ofHours(47), Duration.ofDays(1)))
        .hasMessageContaining("shorten hot or lengthen warm");
  }

  @Test
  void checkAgainst_retentionShorterThanHot_isRefusedWithTheWayOut() {
    assertThatThrownBy(
            () -> Windows.DEFAULT.checkAgainst(Duration.ofHours(23), "topic a", "payments"))
        .hasMessageContaining("payments")
        .hasMessageContaining("topic a")
        .hasMessageContaining("shorten meridian.dedup.hot-window");
    Windows.DEFAULT.checkAgainst(Duration.ofDays(14), "topic a", "payments");
  }

  @Test
  void rotationPlan_outOfRange_isRefused() {
    assertThatThrownBy(() -> new RotationPlan(Duration.ofDays(31), 1))
        .hasMessageContaining("1 s to 30 d");
    assertThatThrownBy(() -> new RotationPlan(Duration.ofDays(1), 33))
        .hasMessageContaining("1 to 32");
    assertThatThrownBy(() -> new RotationPlan(Duration.ofDays(1), 0))
        .hasMessageContaining("1 to 32");
  }

  @Test
  void tables_namesThatNeedQuoting_areRefused() {
    assertThatThrownBy(() -> new DedupTables("", "De-dup")).hasMessageContaining("prefix");
    assertThatThrownBy(() -> new DedupTables("a;b", "dedup_")).hasMessageContaining("schema");
    assertThat(new DedupTables("pay", "p_").in("SELECT 1 FROM dedup_key, dedup_generation"))
        .isEqualTo("SELECT 1 FROM pay.p_key, pay.p_generation");
    assertThat(new DedupTables("pay", "p_").writersLock())
        .isNotEqualTo(DedupTables.DEFAULT.writersLock());
  }
}
