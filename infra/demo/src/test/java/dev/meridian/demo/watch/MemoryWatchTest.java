package dev.meridian.demo.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MemoryWatchTest {

  @Test
  void pssBytes_ofARollup_takesTheOneLine() {
    List<String> rollup =
        List.of(
            "55d0c0000000-7ffd2a7ff000 ---p 00000000 00:00 0    [rollup]",
            "Rss:               1234 kB",
            "Pss:                321 kB",
            "Pss_Dirty:           99 kB",
            "Pss_Anon:            98 kB");

    assertThat(MemoryWatch.pssBytes(rollup)).isEqualTo(321 * 1_024);
  }

  @Test
  void pssBytes_ofNothing_isZero() {
    assertThat(MemoryWatch.pssBytes(List.of())).isZero();
  }
}
