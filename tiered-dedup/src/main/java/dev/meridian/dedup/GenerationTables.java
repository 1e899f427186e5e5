package dev.meridian.dedup;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Makes and seals a generation's tables. They come by LIKE and ATTACH, which lets writers go on:
 * {@code CREATE TABLE … PARTITION OF} would lock them all out. There is no DEFAULT partition.
 *
 * <p>Source: PostgreSQL manual, ALTER TABLE, "ATTACH PARTITION", and 5.12.2.2 "Partition
 * Maintenance". Stateless.
 */
final class GenerationTables {
  private final DedupTables tables;

  GenerationTables(DedupTables tables) {
    this.tables = tables;
  }

  void create(Connection connection, int generation, int parts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (parts == 1) {
        run(
            statement,
            "CREATE TABLE dedup_key_g%d (LIKE dedup_key INCLUDING ALL)".formatted(generation));
      } else {
        createSplit(statement, generation, parts);
      }
      run(
          statement,
          "ALTER TABLE dedup_key ATTACH PARTITION dedup_key_g%1$d FOR VALUES IN (%1$d)"
              .formatted(generation));
    }
  }

  private void createSplit(Statement statement, int generation, int parts) throws SQLException {
    run(
        statement,
        "CREATE TABLE dedup_key_g%d (LIKE dedup_key INCLUDING ALL) PARTITION BY HASH (key)"
            .formatted(generation));
    for (int part = 0; part < parts; part++) {
      run(
          statement,
          "CREATE TABLE dedup_key_g%1$d_p%2$d (LIKE dedup_key_g%1$d INCLUDING ALL)"
              .formatted(generation, part));
      run(
          statement,
          """
          ALTER TABLE dedup_key_g%1$d ATTACH PARTITION dedup_key_g%1$d_p%2$d
             FOR VALUES WITH (MODULUS %3$d, REMAINDER %2$d)
          """
              .formatted(generation, part, parts));
    }
  }

  /**
   * From now on the database refuses every change of the generation's rows. The lock that this
   * takes lets readers go on.
   */
  void seal(Connection connection, int generation) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      run(
          statement,
          """
          CREATE TRIGGER sealed BEFORE INSERT OR UPDATE OR DELETE ON dedup_key_g%d
             FOR EACH ROW EXECUTE FUNCTION dedup_refuse_change()
          """
              .formatted(generation));
    }
  }

  /** The only values in the text are numbers of ours and names that need no quoting. */
  private void run(Statement statement, String sql) throws SQLException {
    statement.execute(tables.in(sql));
  }
}
