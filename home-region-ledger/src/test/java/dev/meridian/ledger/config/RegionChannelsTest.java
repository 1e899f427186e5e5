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
  void balances_threeRegions_areEachOthersMirroredOneByName() {
    List<String> topics = RegionChannels.balances("eu", List.of("cn", "eu", "us"));

    assertThat(topics).containsExactly("cn.balances.cn", "us.balances.us");
  }

  @Test
  void balances_oneRegion_areItsOwnSinceAChannelNeedsATopic() {
    assertThat(RegionChannels.balances("eu", List.of("eu"))).containsExactly("balances.eu");
  }

  @Test
  void commands_oneRegion_areItsOwnOnly() {
    assertThat(RegionChannels.commands("eu", List.of("eu"))).containsExactly("ledger-commands.eu");
  }
}
