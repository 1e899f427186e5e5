package dev.meridian.stack;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.Uuid;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.AbstractWaitStrategy;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * Servers as containers, by Testcontainers, from the public images.
 *
 * <p>Each has fixed ports on 127.0.0.1, so that it comes back where it was. Data lives in the
 * container: it outlives stop and kill, not the JVM. Testcontainers removes the containers at the
 * end.
 */
final class ContainerBackend implements Backend {

  private static final String POSTGRES_IMAGE = "postgres:18";
  private static final String KAFKA_IMAGE = "apache/kafka:4.1.2";
  private static final String REDIS_IMAGE = "redis:7";
  private static final int POSTGRES_PORT = 5432;
  private static final int KAFKA_PORT = 9092;
  private static final int REDIS_PORT = 6379;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);

  @Override
  @SuppressWarnings("resource") // Testcontainers closes it when the JVM ends
  public Node postgres(PostgresSpec spec, Map<String, String> settings, Callable<Boolean> ready) {
    Map<String, String> all = new TreeMap<>(spec.settings());
    all.putAll(settings);
    List<String> command = new ArrayList<>(List.of("postgres"));
    all.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
    PostgreSQLContainer container =
        new PostgreSQLContainer(POSTGRES_IMAGE)
            .withUsername(PostgresServer.USER)
            .withPassword(PostgresServer.PASSWORD)
            .withDatabaseName(PostgresServer.USER)
            .withEnv("POSTGRES_INITDB_ARGS", "--encoding=UTF8 --locale=C")
            .withCommand(command.toArray(String[]::new))
            .waitingFor(wait(spec.name(), ready));
    bind(container, List.of(published(spec.port(), POSTGRES_PORT)));
    return new ContainerNode(spec.name(), spec.folder(), spec.port(), container, ready);
  }

  @Override
  @SuppressWarnings("resource") // Testcontainers closes it when the JVM ends
  public Node kafka(BrokerSpec spec, Callable<Boolean> ready) {
    KafkaContainer container =
        new KafkaContainer(KAFKA_IMAGE)
            .withEnv("CLUSTER_ID", Uuid.randomUuid().toString())
            .waitingFor(wait(spec.name(), ready));
    BrokerSettings.COMMON.forEach((name, value) -> container.withEnv(environment(name), value));
    List<String> ports = new ArrayList<>(List.of(published(spec.port(), KAFKA_PORT)));
    for (LinkListener link : spec.listeners()) {
      container.withListener("0.0.0.0:" + link.port(), () -> "127.0.0.1:" + link.advertisedPort());
      ports.add(published(link.port(), link.port()));
    }
    bind(container, ports);
    return new ContainerNode(spec.name(), spec.folder(), spec.port(), container, ready);
  }

  @Override
  @SuppressWarnings("resource") // Testcontainers closes it when the JVM ends
  public Node redis(RedisSpec spec, Callable<Boolean> ready) {
    List<String> command = new ArrayList<>(List.of("redis-server"));
    command.addAll(spec.arguments());
    GenericContainer<?> container =
        new GenericContainer<>(REDIS_IMAGE)
            .withCommand(command.toArray(String[]::new))
            .waitingFor(wait(spec.name(), ready));
    bind(container, List.of(published(spec.port(), REDIS_PORT)));
    return new ContainerNode(spec.name(), spec.folder(), spec.port(), container, ready);
  }

  private static void bind(GenericContainer<?> container, List<String> ports) {
    container.setPortBindings(ports);
  }

  private static String published(int here, int inContainer) {
    return "127.0.0.1:" + here + ":" + inContainer;
  }

  /** How the image's entry point spells a broker setting. */
  private static String environment(String setting) {
    return "KAFKA_" + setting.replace('.', '_').toUpperCase(Locale.ROOT);
  }

  private static WaitStrategy wait(String name, Callable<Boolean> ready) {
    return new AbstractWaitStrategy() {
      @Override
      protected void waitUntilReady() {
        Await.until(
            name + " to answer or end",
            START_LIMIT,
            () -> !waitStrategyTarget.isRunning() || ready.call());
      }
    };
  }
}
