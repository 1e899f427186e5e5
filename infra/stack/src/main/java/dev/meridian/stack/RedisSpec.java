package dev.meridian.stack;

import java.nio.file.Path;
import java.util.List;

/**
 * What both kinds of Redis server need to know.
 *
 * @param folder for its log; of this server alone
 * @param port on 127.0.0.1
 */
record RedisSpec(String name, Path folder, int port) {

  /**
   * Arguments of redis-server: a cache that keeps nothing on disk and evicts what expires first.
   */
  List<String> arguments() {
    return List.of(
        "--save",
        "",
        "--appendonly",
        "no",
        "--maxmemory",
        "128mb",
        "--maxmemory-policy",
        "volatile-ttl");
  }
}
