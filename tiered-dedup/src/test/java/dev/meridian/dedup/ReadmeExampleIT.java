package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.dedup.quarkus.Deduplication;
import dev.meridian.dedup.quarkus.ReadmeConsumer;
import dev.meridian.dedup.testkit.InMemoryDeduplicator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class ReadmeExampleIT {
  private static final Order FIRST = new Order("a", 5, Instant.EPOCH);
  private static final Order SECOND = new Order("b", 7, Instant.EPOCH);
  private static final Order REUSED = new Order("a", 6, Instant.EPOCH);

  private final DataSource database = withTables();

  private static DataSource withTables() {
    DataSource database = TestDatabase.empty();
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      // Flyway wants the schema that it migrates to be empty
      statement.execute("CREATE SCHEMA app; CREATE TABLE app.booking (id text)");
      statement.execute("CREATE TABLE app.parked (id text)");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return database;
  }

  static void consume(DataSource database, List<Order> batch) throws SQLException {
    Flyway.configure().dataSource(database).locations("db/dedup").load().migrate();
    Deduplicator dedup = TieredDeduplicator.builder().build();
    InTransaction transaction = InTransaction.on(database);
    dedup.process(
        transaction, "orders", batch, Order::key, ReadmeExampleIT::book, ReadmeExampleIT::park);
  }

  static List<Disposition> book(Connection connection, List<Order> newOnes) throws SQLException {
    for (Order order : newOnes) {
      order.insertInto("app.booking", connection);
    }
    return newOnes.stream().map(order -> Disposition.APPLIED).toList();
  }

  static void park(Connection connection, List<Order> contradicting) throws SQLException {
    for (Order order : contradicting) {
      order.insertInto("app.parked", connection);
    }
  }

  private String ids(String table) throws SQLException {
    return TestDatabase.text(database, "SELECT string_agg(id, ' ' ORDER BY id) FROM " + table);
  }

  @Test
  void example_batchDeliveredTwiceAndAKeyReused_appliesEachOnceAndParksTheOther()
      throws SQLException {
    consume(database, List.of(FIRST, SECOND));
    consume(database, List.of(FIRST, SECOND, REUSED));

    assertThat(ids("app.booking")).isEqualTo("a b");
    assertThat(ids("app.parked")).isEqualTo("a");
  }

  /** How users test a consumer: with the kit's deduplicator, on whatever database it writes to. */
  @Test
  void consumer_onTheTestKit_appliesEachOnceAndParksTheOther() throws SQLException {
    InTransaction transaction = InTransaction.on(database);
    InMemoryDeduplicator kit = new InMemoryDeduplicator(InstantSource.system());
    ReadmeConsumer consumer =
        new ReadmeConsumer(
            Deduplication.of(
                kit,
                new InTransaction() {
                  @Override
                  public <T> T run(Step<T> step) throws SQLException {
                    return transaction.run(
                        connection -> {
                          connection.setSchema("app");
                          return step.run(connection);
                        });
                  }
                }));

    consumer.consume(List.of(FIRST, SECOND));
    consumer.consume(List.of(FIRST, REUSED, SECOND));

    assertThat(ids("app.booking")).isEqualTo("a b");
    assertThat(ids("app.parked")).isEqualTo("a");
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
