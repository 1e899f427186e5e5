package dev.meridian.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.meridian.id.IdKind;
import dev.meridian.id.RegionId;
import dev.meridian.id.RegionRegistry;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TopicsTest {
  private static final List<String> REGIONS = List.of("cn", "eu", "us");

  @Test
  void of_aRegion_holdsWhatItsMirrorMakerPullsUnderTheMirrorsName() {
    List<String> names = new Topics().of("eu", REGIONS).stream().map(Topics.Spec::name).toList();

    for (String source : List.of("cn", "us")) {
      for (String pulled : Topics.pulled(source, "eu")) {
        assertThat(names).contains(Topics.mirrored(source, pulled));
      }
    }
    assertThat(names).doesNotHaveDuplicates().doesNotContain("eu.payments.eu");
  }

  @Test
  void of_aRegion_holdsWhatOthersPullFromIt() {
    List<String> names = new Topics().of("eu", REGIONS).stream().map(Topics.Spec::name).toList();

    for (String target : List.of("cn", "us")) {
      assertThat(names).containsAll(Topics.pulled("eu", target));
    }
  }

  @Test
  void pulled_neverNamesAMirror() {
    assertThat(Topics.pulled("cn", "eu"))
        .containsExactlyInAnyOrder(
            "payments.eu", "ledger-commands.eu", "ledger-results.eu", "balances.cn");
  }

  @Test
  void withMirrors_ofATopic_isAnExplicitList() {
    assertThat(Topics.withMirrors(Topics.payments("eu"), "eu", REGIONS))
        .containsExactly("payments.eu", "cn.payments.eu", "us.payments.eu");
  }

  @Test
  void of_everyMirror_hasItsSourcesPartitionCount() {
    List<Topics.Spec> source = new Topics(4).of("cn", REGIONS);
    List<Topics.Spec> target = new Topics(4).of("eu", REGIONS);

    for (String pulled : Topics.pulled("cn", "eu")) {
      assertThat(named(target, Topics.mirrored("cn", pulled)).partitions())
          .isEqualTo(named(source, pulled).partitions());
    }
  }

  @Test
  void homeOf_anAccount_isTheRegionInItsId_orTheOneRegion() {
    RegionRegistry registry = RegionRegistry.parse("cn=1,eu=2,us=3");
    String account = RegionId.of(new IdKind("acc"), registry.region("us"), (3L << 55) + 7).text();

    assertThat(HomeRegionResolver.of("account", registry).homeOf(account)).isEqualTo("us");
    assertThat(HomeRegionResolver.of("single:eu", registry).homeOf(account)).isEqualTo("eu");
    assertThatThrownBy(() -> HomeRegionResolver.of("single:eu", registry).homeOf("nobody"))
        .isInstanceOfSatisfying(
            InvalidMessageException.class,
            e -> assertThat(e.refusal()).isEqualTo(Refusal.UNKNOWN_ACCOUNT));
    assertThatThrownBy(
            () ->
                HomeRegionResolver.of("account", registry).homeOf(account.toUpperCase(Locale.ROOT)))
        .isInstanceOfSatisfying(
            InvalidMessageException.class,
            e -> assertThat(e.refusal()).isEqualTo(Refusal.UNKNOWN_ACCOUNT));
    assertThatThrownBy(() -> HomeRegionResolver.of("single:fr", registry))
        .hasMessageContaining("single:fr")
        .hasMessageContaining("[cn, eu, us]");
  }

  private static Topics.Spec named(List<Topics.Spec> specs, String name) {
    return specs.stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
  }
}
