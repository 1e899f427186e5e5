package dev.meridian.ledger;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** The packaged service as a child process; ends with this JVM. */
final class ServiceUnderTest {
  private static final Duration START_WITHIN = Duration.ofMinutes(2);

  private final Map<String, String> environment = new HashMap<>();
  private final Path folder;
  private final Path log;
  private final int port;
  private @Nullable Process process;

  private ServiceUnderTest(Path folder, Path log, int port) {
    this.folder = folder;
    this.log = log;
    this.port = port;
  }

  /** Knows its HTTP port and nothing else yet. */
  static ServiceUnderTest in(Path folder) throws IOException {
    return new ServiceUnderTest(
        folder, Files.createTempFile(folder, "service", ".log"), freePort());
  }

  ServiceUnderTest with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  int port() {
    return port;
  }

  ServiceUnderTest launch() throws IOException {
    Path jar =
        Path.of(System.getProperty("meridian.root", "."))
            .resolve("home-region-ledger/target/quarkus-app/quarkus-run.jar");
    ProcessBuilder builder =
        new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx160m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            jar.toString());
    builder.environment().keySet().removeIf(ServiceUnderTest::isOurs);
    builder.environment().putAll(environment);
    builder.environment().put("QUARKUS_HTTP_PORT", Integer.toString(port));
    builder.environment().put("QUARKUS_HTTP_HOST", "127.0.0.1");
    builder.directory(folder.toFile()).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(new File("/dev/null"));
    Process child = builder.start();
    process = child;
    Runtime.getRuntime().addShutdownHook(new Thread(child::destroyForcibly));
    return this;
  }

  void awaitReady() {
    Awaitility.await(log.toString())
        .atMost(START_WITHIN)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> !running().isAlive() || status("/q/health/ready") == 200);
    if (!running().isAlive()) {
      throw new AssertionError("the service ended:\n" + output());
    }
  }

  /** kill -9. */
  void kill() throws InterruptedException {
    running().destroyForcibly().waitFor();
  }

  /** SIGTERM. */
  void terminate() {
    running().destroy();
  }

  int exitCode(Duration within) throws InterruptedException {
    if (!running().waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new AssertionError("still runs after " + within + ":\n" + output());
    }
    return running().exitValue();
  }

  String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The status of a GET, 0 if nobody answers. */
  int status(String path) throws InterruptedException {
    try {
      return get(path).statusCode();
    } catch (IOException notThereYet) {
      return 0;
    }
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(10))
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  private Process running() {
    return Objects.requireNonNull(process, "not launched");
  }

  private static boolean isOurs(String variable) {
    return variable.startsWith("MERIDIAN_")
        || variable.startsWith("QUARKUS_")
        || variable.startsWith("KAFKA_");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
