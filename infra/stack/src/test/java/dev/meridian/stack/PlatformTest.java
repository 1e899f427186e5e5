package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlatformTest {

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, LINUX_AMD64",
    "Linux, aarch64, LINUX_ARM64",
    "Mac OS X, x86_64, DARWIN_AMD64",
    "Mac OS X, aarch64, DARWIN_ARM64"
  })
  void of_knownSystem_hasItsBinariesOnTheClassPath(String os, String arch, Platform expected) {
    // When
    Platform platform = Platform.of(os, arch);

    // Then
    assertThat(platform).isEqualTo(expected);
    assertThat(getClass().getClassLoader().getResource(platform.postgresArchive())).isNotNull();
    assertThat(getClass().getClassLoader().getResource(EmbeddedRedis.resource(platform)))
        .isNotNull();
  }

  @Test
  void of_unknownSystem_namesTheOtherWay() {
    assertThatThrownBy(() -> Platform.of("Windows 11", "amd64"))
        .isInstanceOf(StackException.class)
        .hasMessageContaining("-Dmeridian.stack=containers");
  }
}
