package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.MarkThread;
import dev.meridian.dedup.TieredDeduplicator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * Prints how many keys a second deduplication takes beside its limit and its peers, on one
 * connection. All take turns, a second each, so that a machine that is slower for a while is so for
 * all of them; what is printed are medians, and of ratios the median of the rounds'.
 */
public final class KeysPerSecond {
  private static final int BATCH = 500;
  private static final int ROUNDS = 9;
  private static final int WARM_UP_ROUNDS = 3;
  private static final int FIRST_BATCHES = 200;
  private static final Duration TURN = Duration.ofSeconds(1);

  private static final String BARE_INSERT =
      """
      INSERT INTO dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
      SELECT ?, k, 1, f, 1 FROM unnest(?, ?) AS batch (k, f)
      """;

  private static final String USUAL_INSERT =
      """
      INSERT INTO processed_message (consumer_id, message_id) VALUES (?, ?)
      ON CONFLICT DO NOTHING
      """;

  private final AtomicLong numbers = new AtomicLong();
  private final Connection connection;
  private final InTransaction transaction;
  private final TieredDeduplicator hot;
  private final TieredDeduplicator warm = TieredDeduplicator.builder().build();
  private final Peers peers;
  private final List<DedupKey> known;
  private final List<DedupKey> knownToWarm;

  private KeysPerSecond(Servers servers, Connection connection, MarkThread marks)
      throws SQLException {
    this.connection = connection;
    this.transaction = Servers.on(connection);
    this.hot = servers.hot().markOn(marks).build();
    this.peers = new Peers(servers.database.getConnection());
    connection
        .createStatement()
        .execute(
            "CREATE TABLE processed_message (consumer_id text, message_id text, at timestamptz DEFAULT now(), PRIMARY KEY (consumer_id, message_id))");
    connection.commit();
    for (int i = 0; i < FIRST_BATCHES; i++) {
      process(warm, next());
    }
    known = next();
    process(servers.hot().build(), known);
    knownToWarm = next();
    process(warm, knownToWarm);
  }

  /** The one argument is the number of rounds. */
  public static void main(String[] arguments) throws SQLException, java.io.IOException {
    int rounds = arguments.length == 0 ? ROUNDS : Integer.parseInt(arguments[0]);
    try (Servers servers = new Servers();
        Connection connection = servers.database.getConnection();
        MarkThread marks = new MarkThread()) {
      connection.setAutoCommit(false);
      new KeysPerSecond(servers, connection, marks).run(rounds);
    }
  }

  /** One turn of it takes so many keys. */
  private interface Contender {
    int turn() throws SQLException;
  }

  private void run(int rounds) throws SQLException {
    Map<String, Contender> contenders = new LinkedHashMap<>();
    contenders.put("bare", this::bareInsert);
    contenders.put("new", () -> process(hot, next()));
    contenders.put("new to warm", () -> process(warm, next()));
    contenders.put("hot", () -> process(hot, known));
    contenders.put("warm", () -> process(warm, knownToWarm));
    contenders.put("usual", this::oneTransaction);
    contenders.put("camel", () -> one(peers::camel));
    contenders.put("eventuate", () -> one(peers::eventuate));
    contenders.put("single new", () -> process(hot, Servers.keys(numbers.getAndIncrement(), 1)));
    contenders.put("single hot", () -> process(hot, known.subList(0, 1)));
    contenders.put("single warm", () -> process(warm, knownToWarm.subList(0, 1)));
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
    ratio(rates, "hot", "new");
    ratio(rates, "new", "usual");
    ratio(rates, "new", "camel");
    ratio(rates, "new", "eventuate");
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
    List<Double> ofs = Objects.requireNonNull(rates.get(of));
    List<Double> tos = Objects.requireNonNull(rates.get(to));
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

  private List<DedupKey> next() {
    return Servers.keys(numbers.getAndAdd(BATCH), BATCH);
  }

  private int process(TieredDeduplicator deduplicator, List<DedupKey> keys) throws SQLException {
    return deduplicator
        .process(transaction, Servers.GROUP, keys, Function.identity(), Servers.applyAll())
        .size();
  }

  private int bareInsert() throws SQLException {
    List<DedupKey> keys = next();
    try (PreparedStatement insert = connection.prepareStatement(BARE_INSERT)) {
      insert.setString(1, Servers.GROUP);
      insert.setArray(
          2,
          connection.createArrayOf(
              "text", keys.stream().map(DedupKey::key).toArray(String[]::new)));
      insert.setArray(
          3,
          connection.createArrayOf(
              "bytea", keys.stream().map(k -> k.fingerprint().bytes()).toArray(byte[][]::new)));
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  private int oneTransaction() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(USUAL_INSERT)) {
      insert.setString(1, Servers.GROUP);
      insert.setString(2, Servers.key(numbers.getAndIncrement()).key());
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  private int one(java.util.function.Consumer<String> peer) {
    peer.accept(Servers.key(numbers.getAndIncrement()).key());
    return 1;
  }
}
