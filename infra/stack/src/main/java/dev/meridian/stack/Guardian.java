package dev.meridian.stack;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Sees to it that no child process outlives this JVM, however that ends.
 *
 * <p>An orderly end (exit, Ctrl-C, SIGTERM) is a shutdown hook's work: it asks all children to stop
 * and kills those that still live {@link #HOOK_LIMIT} later. For {@code kill -9} there is one shell
 * beside the JVM that knows every child's process id and reads from a pipe; the operating system
 * closes the pipe when the JVM is gone, and the shell kills all it knows.
 *
 * <p>A child starts as a shell that waits for a word from us before it becomes the real program
 * ({@code exec} keeps the process id). We say the word after the guardian has the id; if we die
 * before that, the child reads the end of the pipe and starts nothing. So no moment is left
 * uncovered.
 *
 * <p>There is one guardian per JVM, since the thing it watches is the JVM. Thread-safe.
 */
final class Guardian {

  /** How long children have to stop when the JVM ends in an orderly way. */
  static final Duration HOOK_LIMIT = Duration.ofSeconds(6);

  private static final String WATCH =
      """
      trap '' INT TERM HUP
      pids=' '
      while read -r word pid; do
        case $word in
          add) pids="$pids$pid " ;;
          remove)
            rest=' '
            for p in $pids; do [ "$p" = "$pid" ] || rest="$rest$p "; done
            pids=$rest ;;
        esac
      done
      for p in $pids; do kill -9 "$p" 2>/dev/null; done
      """;

  static final String AWAIT_GO = "read -r go && exec \"$@\" </dev/null";

  /** Meant for this JVM, and fatal to a child that opens the same debug port or agent. */
  private static final List<String> INHERITED_JVM_OPTIONS =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  /** What somebody has set for other services is not for these. */
  private static final List<String> SETTINGS = List.of("MERIDIAN_", "QUARKUS_", "KAFKA_");

  private final OutputStream orders;
  private final Map<Long, ChildProcess> running = new ConcurrentHashMap<>();
  private final Set<Path> temporary = ConcurrentHashMap.newKeySet();

  private Guardian() {
    orders = startWatching();
    Runtime.getRuntime().addShutdownHook(new Thread(this::endAll, "meridian-stack-guardian"));
  }

  private static final class Holder {
    static final Guardian OF_THIS_JVM = new Guardian();
  }

  static Guardian ofThisJvm() {
    return Holder.OF_THIS_JVM;
  }

  /**
   * Starts {@code command} as a guarded child of this JVM, with nothing on its standard input.
   *
   * @param log takes standard output and error, appended
   * @throws IOException if the shell in between can't be started; a program that does not exist
   *     shows as a child that ends at once
   */
  Process launch(ChildProcess owner, ProcessSpec spec, Path log) throws IOException {
    List<String> command = new ArrayList<>(List.of("sh", "-c", AWAIT_GO, "sh"));
    command.addAll(spec.command());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(spec.folder().toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(Guardian::isNotForChildren);
    builder.environment().putAll(spec.environment());
    Process process = builder.start();
    order("add " + process.pid());
    running.put(process.pid(), owner);
    var unused = process.onExit().thenAccept(this::ended);
    try (OutputStream word = process.getOutputStream()) {
      word.write('\n');
    }
    return process;
  }

  private static boolean isNotForChildren(String variable) {
    return INHERITED_JVM_OPTIONS.contains(variable)
        || SETTINGS.stream().anyMatch(variable::startsWith);
  }

  /** Has this folder deleted when the JVM ends in an orderly way, after the last child. */
  void deleteAtEnd(Path folder) {
    temporary.add(folder);
  }

  /**
   * Sends a signal by its POSIX name ({@code INT}, {@code STOP} …) to processes that may be gone.
   */
  static void signal(String name, List<Long> pids) {
    List<String> command = new ArrayList<>(List.of("kill", "-s", name));
    pids.forEach(pid -> command.add(Long.toString(pid)));
    try {
      new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new StackException("cannot run " + command, e);
    } catch (InterruptedException e) {
      throw StackException.interrupted(command.toString(), e);
    }
  }

  private static OutputStream startWatching() {
    try {
      return new ProcessBuilder("sh", "-c", WATCH, "meridian-guardian")
          .redirectErrorStream(true)
          .redirectOutput(Redirect.DISCARD)
          .start()
          .getOutputStream();
    } catch (IOException e) {
      throw new StackException("cannot start the guardian: is there a POSIX sh?", e);
    }
  }

  private synchronized void order(String line) {
    try {
      orders.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      orders.flush();
    } catch (IOException e) {
      throw new StackException("the guardian process is gone", e);
    }
  }

  private void ended(Process process) {
    running.remove(process.pid());
    order("remove " + process.pid());
  }

  private void endAll() {
    List<ChildProcess> children = List.copyOf(running.values());
    children.forEach(ChildProcess::requestStop);
    long deadlineNanos = System.nanoTime() + HOOK_LIMIT.toNanos();
    for (ChildProcess child : children) {
      child.endBy(deadlineNanos);
    }
    temporary.forEach(Folders::delete);
  }
}
