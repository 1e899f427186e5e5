package dev.meridian.dedup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

class ReadmeExampleIT {

  private final List<String> applied = new ArrayList<>();

  private boolean apply(Connection connection, DedupKey message) throws SQLException {
    assertThat(connection.isClosed()).isFalse();
    return !message.key().startsWith("unfit") && applied.add(message.key());
  }

  private void consume(DataSource database, WarmTier warm, List<DedupKey> messages)
      throws SQLException {
    try (Connection connection = database.getConnection()) {
      connection.setAutoCommit(false);
      List<Verdict> verdicts = warm.claim(connection, "payments", messages);
      List<DedupKey> parked = new ArrayList<>();
      for (int i = 0; i < messages.size(); i++) {
        if (verdicts.get(i) instanceof Verdict.New && !apply(connection, messages.get(i))) {
          parked.add(messages.get(i));
        }
      }
      warm.forget(connection, "payments", parked);
      connection.commit();
    }
  }

  @Test
  void example_batchDeliveredTwice_appliesEachOnce() throws SQLException {
    DataSource database = TestDatabase.fresh();
    List<DedupKey> batch = Messages.messages("a", "unfit", "b", "a");

    consume(database, new WarmTier(), batch);
    consume(database, new WarmTier(), batch);

    assertThat(applied).containsExactly("a", "b");
  }

  @Test
  void readme_codeBlock_standsInThisTest() throws IOException {
    String source =
        Files.readString(Path.of("src/test/java/dev/meridian/dedup/ReadmeExampleIT.java"));

    assertThat(source).containsIgnoringWhitespaces(Readme.block("java"));
  }
}
