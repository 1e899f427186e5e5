package dev.meridian.stack;

import java.util.Map;
import java.util.concurrent.Callable;

/** Servers as child processes of this JVM, from binaries and jars that Maven brings. */
final class EmbeddedBackend implements Backend {

  @Override
  public Node postgres(PostgresSpec spec, Map<String, String> settings, Callable<Boolean> ready) {
    return new EmbeddedPostgres(spec, settings, ready);
  }

  @Override
  public Node kafka(BrokerSpec spec, Callable<Boolean> ready) {
    return new EmbeddedBroker(spec, ready);
  }

  @Override
  public Node redis(RedisSpec spec, Callable<Boolean> ready) {
    return new EmbeddedRedis(spec, ready);
  }
}
