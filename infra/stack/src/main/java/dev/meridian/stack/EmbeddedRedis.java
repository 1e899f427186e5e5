package dev.meridian.stack;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/** Redis as a child process, on the binary in embedded-redis's jar. */
final class EmbeddedRedis implements Node {

  private static final String VERSION = "7.0.15";
  private static final Duration START_LIMIT = Duration.ofMinutes(1);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final RedisSpec spec;
  private final ChildProcess server;
  private final Callable<Boolean> ready;

  EmbeddedRedis(RedisSpec spec, Callable<Boolean> ready) {
    this.spec = spec;
    this.ready = ready;
    Path log = spec.folder().resolve(spec.name() + ".log");
    this.server = new ChildProcess(spec.name(), log, this::processSpec);
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public void start() {
    server.start();
  }

  @Override
  public void stop() {
    server.stop();
  }

  @Override
  public void kill() {
    server.kill();
  }

  @Override
  public boolean running() {
    return server.running();
  }

  @Override
  public Path log() {
    return server.log();
  }

  @Override
  public OptionalLong pid() {
    return server.pid();
  }

  private ProcessSpec processSpec() {
    Folders.create(spec.folder());
    List<String> command = new ArrayList<>(List.of(binary().toString()));
    command.addAll(List.of("--port", Integer.toString(spec.port()), "--bind", "127.0.0.1"));
    command.addAll(spec.arguments());
    return new ProcessSpec(
        spec.name(),
        command,
        Map.of(),
        spec.folder(),
        spec.port(),
        ready,
        START_LIMIT,
        "TERM",
        STOP_LIMIT);
  }

  /** The program, unpacked once per user; safe against JVMs that do the same at the same time. */
  private static Path binary() {
    String resource = resource(Platform.current());
    Path binary = Folders.cache().resolve(resource);
    if (!Files.exists(binary)) {
      unpack(resource, binary);
    }
    return binary;
  }

  static String resource(Platform platform) {
    return "redis-server-" + VERSION + "-" + platform.redisSuffix();
  }

  private static void unpack(String resource, Path binary) {
    try (InputStream packed = Resources.open(resource)) {
      Path unfinished = Files.createTempFile(binary.getParent(), "redis-", ".unpacking");
      Files.copy(packed, unfinished, StandardCopyOption.REPLACE_EXISTING);
      if (!unfinished.toFile().setExecutable(true)) {
        throw new IOException("cannot make " + unfinished + " executable");
      }
      Files.move(unfinished, binary, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new StackException("cannot unpack Redis from " + resource, e);
    }
  }
}
