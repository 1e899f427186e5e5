package dev.meridian.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A packaged service whose own tests start, stop and kill it, and look at how it ends: unlike
 * {@link ServiceProcess}, a start that is refused is no failure. A guarded child of this JVM. For
 * one thread; {@link #awaitReady} and {@link #exitCode} block.
 */
public final class TestedService {
  private static final int HEAP_MEGABYTES = 256;
  private static final Duration START_LIMIT = Duration.ofMinutes(2);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(10);

  private final Map<String, String> environment = new HashMap<>();
  private final Path jar;
  private final Path folder;
  private final int port = Ports.free();
  private final ChildProcess process;

  private TestedService(Path jar, Path folder) {
    this.jar = jar;
    this.folder = folder;
    String name = "service-" + port;
    this.process = new ChildProcess(name, folder.resolve(name + ".log"), () -> spec(name));
  }

  /**
   * One that knows its HTTP port and nothing else yet.
   *
   * @param jar as {@link ServiceJars} finds it
   * @param folder which exists; for its log
   */
  public static TestedService of(Path jar, Path folder) {
    return new TestedService(jar, folder);
  }

  /** An environment variable of its next start. */
  public TestedService with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Its HTTP port on 127.0.0.1, the same over restarts. */
  public int port() {
    return port;
  }

  /** Starts it and doesn't wait. */
  public TestedService launch() {
    process.start();
    return this;
  }

  /**
   * Blocks until it is ready.
   *
   * @throws StackException with its output if it ends instead, or isn't ready within two minutes
   */
  public void awaitReady() {
    Await.until(
        "the service to be ready or to end; its log is " + process.log(),
        START_LIMIT,
        () -> !process.running() || status("/q/health/ready") == 200);
    if (!process.running()) {
      throw new StackException("the service ended:\n" + output());
    }
  }

  /** kill -9. */
  public void kill() {
    process.kill();
  }

  /** SIGTERM; doesn't wait. */
  public void terminate() {
    process.requestStop();
  }

  /**
   * Blocks until it has ended.
   *
   * @throws StackException with its output if it still runs after that time
   */
  public int exitCode(Duration within) {
    return process
        .exitCode(within)
        .orElseThrow(() -> new StackException("still runs after " + within + ":\n" + output()));
  }

  /** All that it has printed, over all its starts. */
  public String output() {
    try {
      return Files.readString(process.log());
    } catch (IOException e) {
      throw new StackException("cannot read " + process.log(), e);
    }
  }

  /** The status of a GET, 0 if nobody answers. */
  public int status(String path) throws InterruptedException {
    try {
      return get(path).statusCode();
    } catch (IOException notThereYet) {
      return 0;
    }
  }

  /** A GET on its port. */
  public HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(ANSWER_LIMIT)
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private ProcessSpec spec(String name) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("QUARKUS_HTTP_HOST", "127.0.0.1");
    all.put("QUARKUS_HTTP_PORT", Integer.toString(port));
    JavaCommand command = JavaCommand.jar(name, HEAP_MEGABYTES, List.of(), jar);
    return new ProcessSpec(
        name,
        command.line(),
        all,
        folder,
        port,
        () -> true,
        START_LIMIT,
        "TERM",
        command.stopLimit(START_LIMIT));
  }
}
