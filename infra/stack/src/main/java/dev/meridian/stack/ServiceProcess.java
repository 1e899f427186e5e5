package dev.meridian.stack;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * One instance of region-consumer or home-region-ledger: a packaged Quarkus jar in a child JVM with
 * an HTTP port of its own. It is ready when {@code GET /q/health/ready} answers 200.
 *
 * <p>Always a process on this machine. See {@link Node} for what blocks; thread-safe.
 */
public final class ServiceProcess implements Node {

  private static final int HEAP_MEGABYTES = 256;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(10);

  private final ServiceSpec spec;
  private final int port = Ports.free();
  private final ChildProcess process;

  ServiceProcess(ServiceSpec spec) {
    this.spec = spec;
    Path log = spec.folder().resolve(spec.name() + ".log");
    this.process = new ChildProcess(spec.name(), log, this::processSpec);
  }

  /** Its HTTP port on 127.0.0.1, the same over restarts. */
  public int port() {
    return port;
  }

  /** Its HTTP address, without a slash at the end. */
  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** Stops it from being scheduled, as a long pause of the JVM would; connections stay open. */
  public void suspend() {
    process.suspend();
  }

  /** Undoes {@link #suspend}. */
  public void resume() {
    process.resume();
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
    Map<String, String> environment = new HashMap<>(spec.environment());
    environment.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    environment.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    JavaCommand command =
        JavaCommand.jar(spec.name(), HEAP_MEGABYTES, spec.jvmOptions(), spec.jar());
    return new ProcessSpec(
        spec.name(),
        command.line(),
        environment,
        spec.folder(),
        port,
        () -> Probes.httpAnswers200(port, "/q/health/ready"),
        START_LIMIT,
        "TERM",
        command.stopLimit(STOP_LIMIT));
  }
}
