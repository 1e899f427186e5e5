package dev.meridian.bench.dedup;

import dev.meridian.dedup.DedupKey;
import dev.meridian.dedup.InTransaction;
import dev.meridian.dedup.MarkThread;
import dev.meridian.dedup.TieredDeduplicator;
import dev.meridian.dedup.Verdict;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * What both kinds of measuring do with keys, on one connection: deduplication, its limit, and the
 * usual dedup table. Begins with 100,000 keys in the table, and servers of its own.
 */
final class KeyBench implements AutoCloseable {
  static final int BATCH = 500;
  private static final int FIRST_BATCHES = 200;

  private static final String BARE_INSERT =
      """
      INSERT INTO dedup_key (consumer_group, key, generation, fingerprint, fingerprint_version)
      SELECT ?, k, 1, f, 1 FROM unnest(?, ?) AS batch (k, f)
      """;

  private static final String USUAL_TABLE =
      """
      CREATE TABLE processed_message (consumer_id text, message_id text, at timestamptz DEFAULT now(),
                                      PRIMARY KEY (consumer_id, message_id))
      """;

  private static final String USUAL_INSERT =
      """
      INSERT INTO processed_message (consumer_id, message_id) VALUES (?, ?)
      ON CONFLICT DO NOTHING
      """;

  final Servers servers = new Servers();
  final TieredDeduplicator hot;
  final TieredDeduplicator warm = TieredDeduplicator.builder().build();
  final List<DedupKey> known;
  final List<DedupKey> knownToWarm;
  private final MarkThread marks = new MarkThread();
  private final AtomicLong numbers = new AtomicLong();
  private final Connection connection;
  private final InTransaction transaction;

  KeyBench() throws IOException, SQLException {
    hot = servers.hot().markOn(marks).build();
    connection = servers.database.getConnection();
    connection.setAutoCommit(false);
    transaction = Servers.on(connection);
    try (Statement statement = connection.createStatement()) {
      statement.execute(USUAL_TABLE);
    }
    connection.commit();
    for (int i = 0; i < FIRST_BATCHES; i++) {
      process(warm, next());
    }
    known = next();
    process(servers.hot().build(), known);
    knownToWarm = next();
    process(warm, knownToWarm);
  }

  DedupKey nextKey() {
    return Servers.key(numbers.getAndIncrement());
  }

  List<DedupKey> next() {
    return Servers.keys(numbers.getAndAdd(BATCH), BATCH);
  }

  List<Verdict> process(TieredDeduplicator deduplicator, List<DedupKey> keys) throws SQLException {
    return deduplicator.process(
        transaction,
        Servers.GROUP,
        keys,
        Function.identity(),
        Servers.applyAll(),
        Servers.noConflicts());
  }

  /** The limit: a multi-row INSERT into the same table, and COMMIT. */
  int bareInsert() throws SQLException {
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

  /** The usual dedup table: a transaction per message. */
  int oneTransaction() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(USUAL_INSERT)) {
      insert.setString(1, Servers.GROUP);
      insert.setString(2, nextKey().key());
      int rows = insert.executeUpdate();
      connection.commit();
      return rows;
    }
  }

  @Override
  public void close() throws SQLException {
    marks.close();
    connection.close();
    servers.close();
  }
}
