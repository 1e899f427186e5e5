package dev.meridian.verifier.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.meridian.verifier.cli.Main;
import dev.meridian.verifier.collect.Collector;
import dev.meridian.verifier.collect.RegionAddress;
import dev.meridian.verifier.digest.Digest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the README shows works. */
class ReadmeIT {
  private static final String SCRIPT = "infra/verifier/run ";
  private static final Path MODULE = Path.of("").toAbsolutePath();

  @Test
  void commands_ofReadme_areUnderstood() throws IOException {
    List<String> commands =
        Files.readString(MODULE.resolve("README.md"))
            .replaceAll("\\\\\\s+", "")
            .lines()
            .filter(line -> line.startsWith("    " + SCRIPT))
            .map(line -> line.strip().substring(SCRIPT.length()))
            .toList();

    assertThat(commands).hasSizeGreaterThanOrEqualTo(2);
    for (String command : commands) {
      assertThatCode(() -> Main.commandLine().parseArgs(command.split(" +", -1)))
          .as(command)
          .doesNotThrowAnyException();
    }
  }

  @Test
  void code_ofReadme_isWhatRunsHere() throws IOException {
    RegionAddress address = SmallDatabases.consistent().address("eu");
    Digest us = Collector.collect(SmallDatabases.consistent().address("us"));
    Sent sent = SmallSystem.sent();

    Digest eu = Collector.collect(address);
    Report report = Verifier.check(List.of(eu, us), Expectations.quiet().withSent(sent));
    report.print(System.out);
    boolean drained = Collector.backlog(address).drained();

    assertThat(drained).isTrue();
    assertThat(report.passed()).isFalse();

    Path source = MODULE.resolve("src/test/java/dev/meridian/verifier/check/ReadmeIT.java");
    String readme = Files.readString(MODULE.resolve("README.md"));
    String example =
        readme.substring(readme.indexOf("## In code"), readme.indexOf("## The digest"));
    List<String> lines =
        example
            .lines()
            .filter(line -> line.startsWith("    "))
            .map(line -> line.replaceAll("//.*", "").replaceAll("[;\\s]+$", "").strip())
            .toList();
    assertThat(lines).hasSize(4);
    assertThat(Files.readString(source)).contains(lines);
  }
}
