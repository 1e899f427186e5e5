package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.TieredDeduplicator;
import java.sql.Connection;
import java.util.List;
import java.util.function.Function;

/** Prints what a key takes in each tier, measured on a million keys as region-consumer has them. */
public final class Capacity {
  private static final int KEYS = 1_000_000;
  private static final int BATCH = 5_000;
  private static final int CACHED = 200_000;
  private static final long SECONDS_OF_DAY = 86_400;

  private Capacity() {}

  public static void main(String[] arguments) throws Exception {
    try (Servers servers = new Servers();
        Connection connection = servers.database.getConnection()) {
      connection.setAutoCommit(false);
      long redisBefore = usedMemory(servers);
      long warmBefore = warmBytes(connection);
      fill(servers.hot().build(), Servers.on(connection), 0, KEYS);
      double hot = (usedMemory(servers) - redisBefore) / (double) KEYS;
      double warm = (warmBytes(connection) - warmBefore) / (double) KEYS;
      int length = Servers.key(7).key().length();
      System.out.printf("key of %d bytes, fingerprint of 16%n", length);
      System.out.printf("hot:   %.0f bytes a key in Redis%n", hot);
      System.out.printf("warm:  %.0f bytes a key in PostgreSQL, table and index%n", warm);
      cached(servers, connection);
      table(hot, warm);
    }
  }

  private static void cached(Servers servers, Connection connection) throws Exception {
    TieredDeduplicator cached = servers.hot().cache(CACHED).build();
    long before = heap();
    fill(cached, Servers.on(connection), KEYS, CACHED);
    double bytes = (heap() - before) / (double) CACHED;
    System.out.printf("cache: %.0f bytes a key of heap%n", bytes);
    cached.lookUp(Servers.GROUP, List.of());
  }

  private static void fill(
      TieredDeduplicator deduplicator, InTransaction transaction, int first, int keys)
      throws Exception {
    for (int from = first; from < first + keys; from += BATCH) {
      List<DedupKey> batch = Servers.keys(from, BATCH);
      deduplicator.process(
          transaction,
          Servers.GROUP,
          batch,
          Function.identity(),
          Servers.applyAll(),
          Servers.noConflicts());
    }
  }

  private static void table(double hot, double warm) {
    System.out.println("payments a second | Redis for 24 h | PostgreSQL for 7 d");
    for (int perSecond : new int[] {100, 1_000, 15_000}) {
      System.out.printf(
          "%,17d | %11.1f GB | %15.1f GB%n",
          perSecond,
          perSecond * SECONDS_OF_DAY * hot / 1e9,
          perSecond * SECONDS_OF_DAY * 7 * warm / 1e9);
    }
  }

  private static long warmBytes(Connection connection) throws Exception {
    long bytes =
        Long.parseLong(Servers.text(connection, "SELECT pg_total_relation_size('dedup_key_g1')"));
    connection.commit();
    return bytes;
  }

  private static long usedMemory(Servers servers) throws Exception {
    return servers
        .command("INFO", "memory")
        .lines()
        .filter(line -> line.startsWith("used_memory:"))
        .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length()).strip()))
        .findFirst()
        .orElseThrow();
  }

  private static long heap() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
