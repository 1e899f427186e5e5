package dev.meridian.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/** PostgreSQL as a child process on Zonky's binaries; as root in a user namespace of its own. */
final class EmbeddedPostgres implements Node {

  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);
  private static final Duration INITDB_LIMIT = Duration.ofMinutes(2);
  private static final String OUR_SETTINGS = "meridian.conf";

  private final PostgresSpec spec;
  private final Path data;
  private final Path log;
  private final ChildProcess server;
  private final Callable<Boolean> ready;
  private final Map<String, String> settings;

  /**
   * A server that is down.
   *
   * @param settings over our defaults; read again at each start
   */
  EmbeddedPostgres(PostgresSpec spec, Map<String, String> settings, Callable<Boolean> ready) {
    this.spec = spec;
    this.settings = settings;
    this.ready = ready;
    this.data = spec.folder().resolve("data");
    this.log = spec.folder().resolve(spec.name() + ".log");
    this.server = new ChildProcess(spec.name(), log, this::serverSpec);
  }

  /** Gives {@code standby}, which is new, a copy of this server's data. Both are down meanwhile. */
  void copyTo(EmbeddedPostgres standby) {
    Folders.copy(data, standby.data);
    try {
      Files.createFile(standby.data.resolve("standby.signal"));
    } catch (IOException e) {
      throw new StackException("cannot make " + standby.name() + " a standby", e);
    }
  }

  void suspend() {
    server.suspend();
  }

  void resume() {
    server.resume();
  }

  @Override
  public synchronized void start() {
    if (!initialized()) {
      initialize();
    }
    writeSettings();
    server.start();
  }

  @Override
  public String name() {
    return spec.name();
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
    return log;
  }

  @Override
  public OptionalLong pid() {
    return server.pid();
  }

  private boolean initialized() {
    return Files.exists(data.resolve(OUR_SETTINGS));
  }

  private void initialize() {
    // a data folder without our settings is what a killed initdb leaves
    Folders.delete(data);
    Folders.create(spec.folder());
    new ChildProcess(spec.name() + "-initdb", log, this::initdbSpec).run();
    append(data.resolve("postgresql.conf"), "include = '" + OUR_SETTINGS + "'\n");
  }

  private ProcessSpec initdbSpec() {
    List<String> command = program("initdb");
    command.addAll(List.of("-D", data.toString(), "-U", PostgresServer.USER, "-A", "trust"));
    command.addAll(List.of("--encoding=UTF8", "--locale=C", "--no-sync"));
    return processSpec(command, () -> true, INITDB_LIMIT);
  }

  private ProcessSpec serverSpec() {
    List<String> command = program("postgres");
    command.addAll(List.of("-D", data.toString()));
    return processSpec(command, ready, START_LIMIT);
  }

  private ProcessSpec processSpec(
      List<String> command, Callable<Boolean> isReady, Duration startLimit) {
    // INT is the fast shutdown: it does not wait for clients to go
    return new ProcessSpec(
        spec.name(),
        command,
        Map.of("LC_ALL", "C", "TZ", "UTC"),
        spec.folder(),
        spec.port(),
        isReady,
        startLimit,
        "INT",
        STOP_LIMIT);
  }

  private static List<String> program(String name) {
    Path program = PostgresBinaries.folder().resolve("bin").resolve(name);
    List<String> command = new ArrayList<>();
    if (Platform.current().linuxRoot()) {
      command.addAll(List.of("unshare", "-U"));
    }
    command.add(program.toString());
    return command;
  }

  private void writeSettings() {
    StringBuilder lines = new StringBuilder();
    Map<String, String> all = new TreeMap<>(spec.settings());
    all.put("listen_addresses", "127.0.0.1");
    all.put("port", Integer.toString(spec.port()));
    all.put("unix_socket_directories", "");
    all.putAll(settings);
    all.forEach(
        (name, value) ->
            lines.append(name).append(" = '").append(value.replace("'", "''")).append("'\n"));
    try {
      Files.writeString(data.resolve(OUR_SETTINGS), lines);
    } catch (IOException e) {
      throw new StackException("cannot write the settings of " + spec.name(), e);
    }
  }

  private static void append(Path file, String line) {
    try {
      Files.writeString(file, line, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new StackException("cannot write " + file, e);
    }
  }
}
