package dev.meridian.stack;

import java.util.Map;
import java.util.concurrent.Callable;

/** What the servers of a stack run on: child processes, or containers. */
interface Backend {

  /** The system property that chooses: {@code embedded} (the default) or {@code containers}. */
  String PROPERTY = "meridian.stack";

  /**
   * A server that is down and has no data yet, or that of an earlier run in the same folder.
   *
   * @param settings lines of postgresql.conf, read at each start
   */
  Node postgres(PostgresSpec spec, Map<String, String> settings, Callable<Boolean> ready);

  /** As {@link #postgres}. */
  Node kafka(BrokerSpec spec, Callable<Boolean> ready);

  /** A server that is down. */
  Node redis(RedisSpec spec, Callable<Boolean> ready);

  /**
   * What the system property chooses.
   *
   * @throws StackException for a value that is neither
   */
  static Backend chosen() {
    String chosen = System.getProperty(PROPERTY, "embedded");
    return switch (chosen) {
      case "embedded" -> new EmbeddedBackend();
      case "containers" -> new ContainerBackend();
      default ->
          throw new StackException(
              "-D%s is embedded or containers, not %s".formatted(PROPERTY, chosen));
    };
  }
}
