package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class ReadmeExampleIT {

  private static InTransaction prepare(DataSource database) throws SQLException {
    Flyway.configure().dataSource(database).locations("db/dedup").load().migrate();
    try (Connection connection = database.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE TABLE booking (id text)");
    }
    return new JdbcTransaction(database);
  }

  private static List<Verdict> consume(InTransaction transaction, List<Order> batch)
      throws SQLException {
    Deduplicator dedup = TieredDeduplicator.builder().build();
    return dedup.process(transaction, "orders", batch, Order::key, ReadmeExampleIT::book);
  }

  private static List<Disposition> book(Connection connection, List<Order> newOnes)
      throws SQLException {
    for (Order order : newOnes) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO booking VALUES (?)")) {
        insert.setString(1, order.id());
        insert.executeUpdate();
      }
    }
    return newOnes.stream().map(order -> Disposition.APPLIED).toList();
  }

  @Test
  void example_batchDeliveredTwice_appliesEachOnce() throws SQLException {
    DataSource database = TestDatabase.empty();
    InTransaction transaction = prepare(database);
    List<Order> batch = List.of(new Order("a", 5, Instant.EPOCH), new Order("b", 7, Instant.EPOCH));

    consume(transaction, batch);
    consume(transaction, batch);

    assertThat(TestDatabase.text(database, "SELECT string_agg(id, ' ' ORDER BY id) FROM booking"))
        .isEqualTo("a b");
  }

  @Test
  void readme_codeBlocks_standInCompiledSources() throws IOException {
    String sources =
        Files.readString(Path.of("src/test/java/dev/meridian/dedup/ReadmeExampleIT.java"))
            + Files.readString(
                Path.of("src/test/java/dev/meridian/dedup/quarkus/ReadmeConsumer.java"));

    assertThat(Readme.blocks("java"))
        .hasSize(2)
        .allSatisfy(block -> assertThat(sources).containsIgnoringWhitespaces(block));
  }
}
