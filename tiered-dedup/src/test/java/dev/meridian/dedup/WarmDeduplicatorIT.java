package dev.meridian.dedup;

import dev.meridian.dedup.testkit.DeduplicatorContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;

/** The contract on PostgreSQL alone. */
class WarmDeduplicatorIT extends DeduplicatorContract {
  private static final DataSource DATABASE = TestDatabase.fresh();

  private final Deduplicator deduplicator = TieredDeduplicator.builder().build();

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    try (Connection connection = DATABASE.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE dedup_key");
    }
  }

  @Override
  protected Deduplicator deduplicator() {
    return deduplicator;
  }

  @Override
  protected InTransaction transaction() {
    return new JdbcTransaction(DATABASE);
  }
}
