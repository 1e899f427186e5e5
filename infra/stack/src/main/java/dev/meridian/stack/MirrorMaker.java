package dev.meridian.stack;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * Kafka's own MirrorMaker 2 for one target region: a child JVM that pulls from all others through
 * their links.
 *
 * <p>It keeps its positions in the target's broker, about every ten seconds; after a kill it
 * delivers again what came since. It has started when its workers have; records flow a few seconds
 * later. Always a process on this machine. See {@link Node} for what blocks; thread-safe.
 */
public final class MirrorMaker implements Node {

  private static final String PROGRAM = "org.apache.kafka.connect.mirror.MirrorMaker";
  private static final String STARTED = "Kafka MirrorMaker started";
  private static final int HEAP_MEGABYTES = 256;
  private static final int NICENESS = 5;
  private static final int NO_PORT = 0;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(4);

  private final MirrorSpec spec;
  private final ChildProcess process;

  MirrorMaker(MirrorSpec spec) {
    this.spec = spec;
    Path log = spec.folder().resolve(spec.name() + ".log");
    this.process = new ChildProcess(spec.name(), log, this::processSpec);
  }

  @Override
  public String name() {
    return process.name();
  }

  @Override
  public void start() {
    process.start();
  }

  @Override
  public void stop() {
    process.stop();
  }

  @Override
  public void kill() {
    process.kill();
  }

  @Override
  public boolean running() {
    return process.running();
  }

  @Override
  public Path log() {
    return process.log();
  }

  @Override
  public OptionalLong pid() {
    return process.pid();
  }

  private ProcessSpec processSpec() {
    Folders.create(spec.folder());
    Path settings =
        PropertyFiles.write(
            spec.folder().resolve("mirror-maker.properties"), MirrorMakerSettings.of(spec));
    JavaCommand command =
        JavaCommand.kafka(
            spec.name(), HEAP_MEGABYTES, PROGRAM, settings.toString(), "--clusters", spec.target());
    return new ProcessSpec(
        spec.name(),
        yielding(command.line()),
        Map.of(),
        spec.folder(),
        NO_PORT,
        saysStarted(),
        START_LIMIT,
        "TERM",
        command.stopLimit(STOP_LIMIT));
  }

  /**
   * Starts beside the services and must not keep them waiting: where cores are few, it yields
   * (POSIX {@code nice}, which becomes the program it is given).
   */
  private static List<String> yielding(List<String> program) {
    List<String> command = new ArrayList<>(List.of("nice", "-n", Integer.toString(NICENESS)));
    command.addAll(program);
    return command;
  }

  /** It listens nowhere, so its log has to tell; only what is written from now on counts. */
  private Callable<Boolean> saysStarted() {
    Path log = process.log();
    long before = log.toFile().length();
    return () -> linesSince(log, before).contains(STARTED);
  }

  private static String linesSince(Path log, long position) throws IOException {
    byte[] all = Files.readAllBytes(log);
    int from = (int) Math.min(position, all.length);
    return new String(all, from, all.length - from, StandardCharsets.UTF_8);
  }
}
