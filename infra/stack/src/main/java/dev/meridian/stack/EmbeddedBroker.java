package dev.meridian.stack;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.kafka.common.Uuid;

/** Kafka in KRaft mode, broker and controller in one child JVM. */
final class EmbeddedBroker implements Node {

  private static final int HEAP_MEGABYTES = 256;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(8);

  private final BrokerSpec spec;
  private final Path data;
  private final ChildProcess server;
  private final Callable<Boolean> ready;

  EmbeddedBroker(BrokerSpec spec, Callable<Boolean> ready) {
    this.spec = spec;
    this.ready = ready;
    this.data = spec.folder().resolve("data");
    Path log = spec.folder().resolve(spec.name() + ".log");
    this.server = new ChildProcess(spec.name(), log, this::processSpec);
  }

  @Override
  public String name() {
    return spec.name();
  }

  @Override
  public synchronized void start() {
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
    Folders.create(data);
    List<String> arguments = new ArrayList<>(List.of(writeSettings().toString()));
    if (!Files.exists(data.resolve("meta.properties"))) {
      arguments.add(Uuid.randomUuid().toString());
    }
    JavaCommand command =
        JavaCommand.kafka(
            spec.name(),
            HEAP_MEGABYTES,
            BrokerProgram.class.getName(),
            arguments.toArray(String[]::new));
    return new ProcessSpec(
        spec.name(),
        command.line(),
        Map.of(),
        spec.folder(),
        spec.port(),
        ready,
        START_LIMIT,
        "TERM",
        command.stopLimit(STOP_LIMIT));
  }

  private Path writeSettings() {
    Properties properties = new Properties();
    properties.putAll(BrokerSettings.of(spec));
    properties.setProperty("log.dirs", data.toString());
    return PropertyFiles.write(spec.folder().resolve("server.properties"), properties);
  }
}
