package dev.meridian.stack;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A Redis server on 127.0.0.1 that forgets everything when it ends, as a cache may.
 *
 * <p>See {@link Node} for what blocks; thread-safe.
 */
public final class RedisServer implements Node {

  private final RedisSpec spec;
  private final Node node;

  /**
   * A server with a port of its own that is not started yet.
   *
   * @param name what messages call it
   * @param folder takes its log; created if absent
   */
  public RedisServer(String name, Path folder) {
    this.spec = new RedisSpec(name, folder.toAbsolutePath(), Ports.free());
    this.node = Backend.chosen().redis(spec, () -> Probes.redisAnswers(spec.port()));
  }

  /** The address that clients take, the same over restarts. */
  public String uri() {
    return "redis://127.0.0.1:" + spec.port();
  }

  /** Its TCP port on 127.0.0.1. */
  public int port() {
    return spec.port();
  }

  @Override
  public String name() {
    return node.name();
  }

  @Override
  public void start() {
    node.start();
  }

  @Override
  public void stop() {
    node.stop();
  }

  @Override
  public void kill() {
    node.kill();
  }

  @Override
  public boolean running() {
    return node.running();
  }

  @Override
  public Path log() {
    return node.log();
  }

  @Override
  public OptionalLong pid() {
    return node.pid();
  }
}
