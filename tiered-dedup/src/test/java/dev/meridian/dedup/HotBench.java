package dev.meridian.dedup;

import static dev.meridian.dedup.Messages.message;

import dev.meridian.dedup.quarkus.GuardedMarkStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** A consumer with an effect that can be counted, on a database and a Redis of its own. */
final class HotBench {
  static final String GROUP = "payments";

  final DataSource database;
  final GuardedMarkStore store;
  final TestRedis redis = TestRedis.shared();
  Deduplicator deduplicator;

  HotBench(DataSource database) throws SQLException {
    this(database, TestRedis.shared().guarded());
    run("CREATE TABLE IF NOT EXISTS effect (key text NOT NULL)");
    redis.command("FLUSHALL");
  }

  private HotBench(DataSource database, GuardedMarkStore store) {
    this.database = database;
    this.store = store;
    this.deduplicator = TieredDeduplicator.builder().hot(store).build();
  }

  /** The same consumer and the same marks, on a database that took the other one's place. */
  HotBench on(DataSource other) {
    return new HotBench(other, store);
  }

  static HotBench fresh() throws SQLException {
    return new HotBench(TestDatabase.fresh());
  }

  List<String> deliver(String... texts) throws SQLException {
    return deliver(new JdbcTransaction(database), texts);
  }

  /** One word per verdict: New, Conflict, hot or warm. */
  List<String> deliver(InTransaction transaction, String... texts) throws SQLException {
    return deduplicator
        .process(
            transaction, GROUP, List.of(texts), Messages::message, HotBench::apply, HotBench::park)
        .stream()
        .map(HotBench::word)
        .toList();
  }

  private static List<Disposition> apply(Connection connection, List<String> newOnes)
      throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO effect VALUES (?)")) {
      for (String text : newOnes) {
        if (!text.startsWith("bad")) {
          insert.setString(1, message(text).key());
          insert.addBatch();
        }
      }
      insert.executeBatch();
    }
    return newOnes.stream()
        .map(text -> text.startsWith("bad") ? Disposition.PARKED : Disposition.APPLIED)
        .toList();
  }

  private static void park(Connection connection, List<String> contradicting) {
    // the verdicts tell
  }

  private static String word(Verdict verdict) {
    return verdict instanceof Verdict.Duplicate duplicate
        ? duplicate.tier().label()
        : verdict.getClass().getSimpleName();
  }

  static String[] batch(String prefix, int size) {
    return IntStream.range(0, size).mapToObj(i -> prefix + i).toArray(String[]::new);
  }

  long effects() throws SQLException {
    return Long.parseLong(TestDatabase.text(database, "SELECT count(*) FROM effect"));
  }

  boolean eachOnce() throws SQLException {
    return TestDatabase.text(database, "SELECT count(*) = count(DISTINCT key) FROM effect")
        .equals("t");
  }

  void run(String... statements) throws SQLException {
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  static List<String> repeated(String word, int times) {
    return Stream.generate(() -> word).limit(times).toList();
  }
}
