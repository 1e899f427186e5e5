package dev.meridian.stack;

import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The end of a node's log, for the message of a start that failed. */
final class LogFile {

  private static final int LINES_SHOWN = 20;
  private static final long BYTES_READ = 16_384;

  private LogFile() {}

  /** What failed, where, and the last lines of its log. */
  static String failure(String name, int port, String what, Path log) {
    return "%s on port %d %s; the last lines of %s:%n%s"
        .formatted(name, port, what, log, lastLines(log));
  }

  private static String lastLines(Path log) {
    try (var file = Files.newByteChannel(log)) {
      file.position(Math.max(0, file.size() - BYTES_READ));
      byte[] bytes = Channels.newInputStream(file).readAllBytes();
      List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
      return String.join(
          "\n", lines.subList(Math.max(0, lines.size() - LINES_SHOWN), lines.size()));
    } catch (IOException e) {
      return "(no log: " + e + ")";
    }
  }
}
