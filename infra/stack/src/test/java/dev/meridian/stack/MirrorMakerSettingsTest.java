package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

final class MirrorMakerSettingsTest {

  private static final MirrorSpec SPEC =
      new MirrorSpec(
          "mirror-maker-us",
          Path.of("unused"),
          "us",
          "127.0.0.1:1",
          List.of(
              new Upstream("cn", "127.0.0.1:2", List.of("payments.us", "balances.cn")),
              new Upstream("eu", "127.0.0.1:3", List.of("payments.us"))));

  @Test
  void of_twoSources_mirrorsExactNamesFromEachThroughItsLink() {
    // When
    Properties settings = MirrorMakerSettings.of(SPEC);

    // Then
    assertThat(settings)
        .containsEntry("clusters", "us, cn, eu")
        .containsEntry("cn.bootstrap.servers", "127.0.0.1:2")
        .containsEntry("cn->us.topics", "payments\\.us,balances\\.cn")
        .containsEntry("eu->us.topics", "payments\\.us");
    assertThat(settings.getProperty("cn->us.topics")).doesNotContain("*");
  }

  @Test
  void of_anySource_writesNothingThere() {
    // When
    Properties settings = MirrorMakerSettings.of(SPEC);

    // Then
    assertThat(settings)
        .containsEntry("emit.checkpoints.enabled", "false")
        .containsEntry("emit.heartbeats.enabled", "false")
        .containsEntry("emit.offset-syncs.enabled", "false")
        .containsEntry("sync.group.offsets.enabled", "false")
        .containsEntry("sync.topic.acls.enabled", "false");
  }

  @Test
  void upstream_withoutTopics_isRefusedSinceNoneWouldMeanAll() {
    assertThatThrownBy(() -> new Upstream("cn", "127.0.0.1:2", List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
