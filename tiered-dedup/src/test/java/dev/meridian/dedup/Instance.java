package dev.meridian.dedup;

import static dev.meridian.dedup.Messages.messages;
import static dev.meridian.dedup.Messages.words;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import javax.sql.DataSource;

/** One instance of a consumer: a warm tier and a connection of its own. */
final class Instance implements AutoCloseable {
  static final String GROUP = "payments";

  final Connection connection;
  final WarmTier warm;

  Instance(DataSource database) throws SQLException {
    this(database, DedupTables.DEFAULT);
  }

  Instance(DataSource database, DedupTables tables) throws SQLException {
    this.connection = database.getConnection();
    this.warm = new WarmTier(tables);
    run("SET synchronous_commit = off"); // the races are between commits, not disks
    connection.setAutoCommit(false);
  }

  List<String> claim(String... texts) throws SQLException {
    return words(Warm.claim(warm, connection, GROUP, messages(texts)));
  }

  List<String> claimAndCommit(String... texts) throws SQLException {
    List<String> words = claim(texts);
    connection.commit();
    return words;
  }

  void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  void runAndCommit(String sql) throws SQLException {
    run(sql);
    connection.commit();
  }

  String text(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  /** The current generation has been written to for so long, in hours. */
  void age(int hours) throws SQLException {
    runAndCommit(
        "UPDATE dedup_generation_log SET prepared_at = prepared_at - interval '%1$d hours', opened_at = opened_at - interval '%1$d hours' WHERE sealed_at IS NULL"
            .formatted(hours));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
