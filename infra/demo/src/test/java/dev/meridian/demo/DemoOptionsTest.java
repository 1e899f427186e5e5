package dev.meridian.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DemoOptionsTest {

  @Test
  void numbers_ofKnownAndNewRegions_neverChange() {
    DemoOptions options = DemoOptions.of(1).regions(List.of("us", "br", "eu", "jp")).build();

    assertThat(options.numbers()).isEqualTo(Map.of("us", 3, "eu", 2, "br", 4, "jp", 5));
  }

  @Test
  void whoIsDisturbed_inThreeRegions_areDifferentOnes() {
    DemoOptions options = DemoOptions.of(1).build();

    assertThat(options.replayRegion()).contains("cn");
    assertThat(options.killRegion()).contains("eu");
    assertThat(options.cutRegion()).contains("us");
  }

  @Test
  void cutRegion_inOneRegion_isNone() {
    DemoOptions options = DemoOptions.of(1).regions(List.of("eu")).build();

    assertThat(options.cutRegion()).isEmpty();
    assertThat(options.killRegion()).contains("eu");
  }

  @Test
  void cutRegion_withoutTime_isNone() {
    assertThat(DemoOptions.of(1).cut(Duration.ZERO).build().cutRegion()).isEmpty();
  }

  @Test
  void homeOf_inSingleMode_isTheOneRegion() {
    assertThat(DemoOptions.of(1).home("single:eu").build().homeOf("us")).isEqualTo("eu");
    assertThat(DemoOptions.of(1).build().homeOf("us")).isEqualTo("us");
  }
}
