package dev.meridian.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A parent in a JVM of its own starts one of each server; then it dies in some way. */
final class GuardianIT {

  private static final Duration LIMIT = Duration.ofSeconds(10);
  private final List<ProcessHandle> parents = new ArrayList<>();
  private final List<ProcessHandle> children = new ArrayList<>();

  @AfterEach
  void endWhatIsLeft() {
    parents.forEach(ProcessHandle::destroyForcibly);
    children.forEach(ProcessHandle::destroyForcibly);
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "INT"})
  void signal_parentOfAllServers_noChildLivesTenSecondsLater(String signal, @TempDir Path folder)
      throws IOException {
    // Given
    Process parent = startParent(folder);
    parents.add(parent.toHandle());
    children.addAll(parent.descendants().toList());
    assertThat(children).hasSizeGreaterThan(4);

    // When
    Guardian.signal(signal, List.of(parent.pid()));

    // Then
    await()
        .atMost(LIMIT)
        .untilAsserted(() -> assertThat(children).noneMatch(ProcessHandle::isAlive));
    await().atMost(LIMIT).until(() -> !parent.isAlive());
  }

  @Test
  void launch_parentDiesBeforeTheWord_childStartsNothing(@TempDir Path folder) throws Exception {
    // Given: a child of ours that waits for the word
    Path mark = folder.resolve("mark");
    Process child =
        new ProcessBuilder("sh", "-c", Guardian.AWAIT_GO, "sh", "touch", mark.toString()).start();

    // When: the pipe ends as it does when the parent is gone
    child.getOutputStream().close();

    // Then
    assertThat(child.waitFor()).isNotZero();
    assertThat(mark).doesNotExist();
  }

  /**
   * A shell without job control starts what it puts into the background with SIGINT ignored, and
   * whoever that starts inherits it: GNU's env makes the signal heard again.
   */
  private static List<String> hearingSigint() throws IOException {
    List<String> env = List.of("env", "--default-signal=INT");
    List<String> probe = new ArrayList<>(env);
    probe.add("true");
    try {
      boolean known = new ProcessBuilder(probe).redirectErrorStream(true).start().waitFor() == 0;
      return known ? env : List.of();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("asking for env's options");
    }
  }

  private static Process startParent(Path folder) throws IOException {
    List<String> command = new ArrayList<>(hearingSigint());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(GuardedParent.class.getName());
    command.add(folder.toString());
    Process parent = new ProcessBuilder(command).redirectErrorStream(true).start();
    BufferedReader output =
        new BufferedReader(new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8));
    StringBuilder said = new StringBuilder();
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      said.append(line).append('\n');
      if (line.equals(GuardedParent.STARTED)) {
        return parent;
      }
    }
    throw new AssertionError("the parent ended: " + said);
  }
}
