package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** The archive as the JVM makes and takes it. */
@Isolated("sets system properties")
final class ClassArchiveIT {

  private static final Instant LATER = Instant.parse("2030-01-01T00:00:00Z");

  @TempDir private Path folder;
  private Path archives;
  private Path jar;

  @BeforeEach
  void prepare() throws IOException {
    archives = folder.resolve("archives");
    jar = FakeService.packaged(folder);
    System.setProperty(ClassArchive.FOLDER_PROPERTY, archives.toString());
    System.setProperty(ClassArchive.MAKE_PROPERTY, "true");
  }

  @AfterEach
  void restore() {
    System.clearProperty(ClassArchive.FOLDER_PROPERTY);
    System.setProperty(ClassArchive.MAKE_PROPERTY, "false");
  }

  @Test
  void start_afterOneThatMadeAnArchive_usesIt() throws IOException {
    // Given
    String first = optionsOfARun("one");
    List<Path> made = archivesMade();

    // When
    String second = optionsOfARun("two");

    // Then
    assertThat(made).hasSize(1);
    assertThat(first).contains("-XX:ArchiveClassesAtExit=" + made.get(0));
    assertThat(second).contains("-XX:SharedArchiveFile=" + made.get(0));
    assertThat(archivesMade()).isEqualTo(made);
  }

  @Test
  void start_jarBuiltAnew_makesANewArchiveInPlaceOfTheOld() throws IOException {
    // Given
    optionsOfARun("one");
    List<Path> old = archivesMade();

    // When
    Files.setLastModifiedTime(jar, FileTime.from(LATER));
    String options = optionsOfARun("one");

    // Then
    assertThat(options).contains("-XX:ArchiveClassesAtExit=");
    assertThat(archivesMade()).hasSize(1).doesNotContainAnyElementsOf(old);
  }

  @Test
  void start_archiveThatWasNotFinished_goesOnWithoutIt() throws IOException {
    // Given
    optionsOfARun("one");
    Files.write(archivesMade().get(0), new byte[1 << 12]);

    // When, Then
    assertThat(optionsOfARun("other than the maker")).doesNotContain(".jsa");
  }

  @Test
  void start_notAskedToMakeOne_makesNone() throws IOException {
    // Given
    System.setProperty(ClassArchive.MAKE_PROPERTY, "false");

    // When, Then
    assertThat(optionsOfARun("one")).doesNotContain(".jsa");
    assertThat(archives).doesNotExist();
  }

  private String optionsOfARun(String process) {
    ServiceProcess service =
        new ServiceProcess(new ServiceSpec(process, folder, jar, List.of(), Map.of()));
    service.start();
    ProcessHandle running = ProcessHandle.of(service.pid().orElseThrow()).orElseThrow();
    String options = String.join(" ", running.info().arguments().orElseThrow());
    service.stop();
    return options;
  }

  private List<Path> archivesMade() throws IOException {
    try (Stream<Path> files = Files.walk(archives)) {
      return files.filter(Files::isRegularFile).toList();
    }
  }
}
