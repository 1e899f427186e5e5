package dev.meridian.dedup;

import dev.meridian.dedup.testkit.DeduplicatorContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;

/** The contract on PostgreSQL and Redis, with everything switched on. */
class TieredDeduplicatorIT extends DeduplicatorContract {
  private static final DataSource DATABASE = TestDatabase.fresh();

  private final Deduplicator deduplicator =
      TieredDeduplicator.builder()
          .hot(TestRedis.shared().store())
          .cache(100)
          .waitForOthers(Duration.ofMillis(100))
          .build();

  @BeforeEach
  void forgetEarlierTests() throws SQLException {
    try (Connection connection = DATABASE.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("TRUNCATE dedup_key");
    }
    TestRedis.shared().command("FLUSHALL");
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
