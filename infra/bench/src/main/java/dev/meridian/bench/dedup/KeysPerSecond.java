package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.TieredDeduplicator;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Prints how many keys a second deduplication takes beside its limit and its peers, on one
 * connection. All take turns, a second each, so that a machine that is slower for a while is so for
 * all of them; what is printed are medians, and of ratios the median of the rounds'.
 */
public final class KeysPerSecond {
  private static final int ROUNDS = 9;
  private static final int WARM_UP_ROUNDS = 3;
  private static final Duration TURN = Duration.ofSeconds(1);

  private final KeyBench bench;
  private final Map<String, Contender> contenders = new LinkedHashMap<>();

  private KeysPerSecond(KeyBench bench, Peers peers) {
    this.bench = bench;
    contenders.put("bare", bench::bareInsert);
    contenders.put("new", () -> process(bench.hot, bench.next()));
    contenders.put("new-to-warm", () -> process(bench.warm, bench.next()));
    contenders.put("hot", () -> process(bench.hot, bench.known));
    contenders.put("warm", () -> process(bench.warm, bench.knownToWarm));
    contenders.put("usual", bench::oneTransaction);
    contenders.put("camel", () -> one(peers::camel));
    contenders.put("eventuate", () -> one(peers::eventuate));
    contenders.put("single-new", () -> process(bench.hot, List.of(bench.nextKey())));
    contenders.put("single-hot", () -> process(bench.hot, bench.known.subList(0, 1)));
    contenders.put("single-warm", () -> process(bench.warm, bench.knownToWarm.subList(0, 1)));
  }

  /** The number of rounds, and which are to take turns: all, if none is named. */
  public static void main(String[] arguments) throws SQLException, IOException {
    int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
    try (KeyBench bench = new KeyBench();
        Connection peers = bench.servers.database.getConnection()) {
      KeysPerSecond all = new KeysPerSecond(bench, new Peers(peers));
      if (arguments.length > 1) {
        all.contenders.keySet().retainAll(List.of(arguments).subList(1, arguments.length));
      }
      all.run(rounds);
    }
  }

  /** One turn of it takes so many keys. */
  private interface Contender {
    int turn() throws SQLException;
  }

  private void run(int rounds) throws SQLException {
    Map<String, List<Double>> rates = new LinkedHashMap<>();
    for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
      for (Map.Entry<String, Contender> each : contenders.entrySet()) {
        double rate = rate(each.getValue());
        if (round >= 0) {
          rates.computeIfAbsent(each.getKey(), name -> new ArrayList<>()).add(rate);
        }
      }
    }
    rates.forEach((name, all) -> System.out.printf("%-12s %,12.0f%n", name, median(all)));
    ratio(rates, "new", "bare");
    ratio(rates, "new-to-warm", "bare");
    ratio(rates, "hot", "new");
    ratio(rates, "new", "usual");
    ratio(rates, "new", "camel");
    ratio(rates, "new", "eventuate");
    printRedisTimes();
  }

  /** Of Redis's own processor, in all turns together. */
  private void printRedisTimes() {
    bench
        .servers
        .command("INFO", "commandstats")
        .lines()
        .filter(line -> line.startsWith("cmdstat_set:") || line.startsWith("cmdstat_mget:"))
        .forEach(System.out::println);
  }

  private static double rate(Contender contender) throws SQLException {
    long begin = System.nanoTime();
    long keys = 0;
    while (System.nanoTime() - begin < TURN.toNanos()) {
      keys += contender.turn();
    }
    return keys * 1e9 / (System.nanoTime() - begin);
  }

  private static void ratio(Map<String, List<Double>> rates, String of, String to) {
    List<Double> ofs = rates.get(of);
    List<Double> tos = rates.get(to);
    if (ofs == null || tos == null) {
      return;
    }
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < ofs.size(); i++) {
      ratios.add(ofs.get(i) / tos.get(i));
    }
    ratios.sort(null);
    System.out.printf(
        "%s / %s: %.2f (%.2f to %.2f)%n",
        of, to, median(ratios), ratios.get(0), ratios.get(ratios.size() - 1));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private int process(TieredDeduplicator deduplicator, List<DedupKey> keys) throws SQLException {
    return bench.process(deduplicator, keys).size();
  }

  private int one(Consumer<String> peer) {
    peer.accept(bench.nextKey().key());
    return 1;
  }
}
