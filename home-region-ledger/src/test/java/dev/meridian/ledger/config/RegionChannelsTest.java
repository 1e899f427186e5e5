package dev.meridian.ledger.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class RegionChannelsTest {
  @Test
  void commands_threeRegions_areOurOwnAndEachMirroredOneByName() {
    List<String> topics = RegionChannels.commands("eu", List.of("cn", "eu", "us"));

    assertThat(topics)
        .containsExactly("ledger-commands.eu", "cn.ledger-commands.eu", "us.ledger-commands.eu");
  }

  @Test
  void commands_oneRegion_areItsOwnOnly() {
    assertThat(RegionChannels.commands("eu", List.of("eu"))).containsExactly("ledger-commands.eu");
  }
}
