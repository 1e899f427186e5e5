package dev.meridian.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class PositionsIT {
  private static final String GROUP = "region-consumer";
  private static TestDatabase database;

  private final Positions positions = new Positions();

  @BeforeAll
  static void migrate() {
    database = TestDatabase.fresh();
  }

  @BeforeEach
  void empty() throws SQLException {
    database.empty("consumed_position");
  }

  private static Position at(int partition, String topicId, long next) {
    return new Position("payments.eu", partition, topicId, next);
  }

  private List<Position> advance(Position... to) throws SQLException {
    return database.inTransaction(
        c -> {
          positions.advance(c, GROUP, List.of(to));
          return positions.read(c, GROUP);
        });
  }

  @Test
  void advance_lowerOffset_keepsTheGreater() throws SQLException {
    advance(at(0, "A", 10), at(1, "A", 7));

    assertThat(advance(at(0, "A", 9), at(1, "A", 8)))
        .containsExactly(at(0, "A", 10), at(1, "A", 8));
  }

  @Test
  void advance_topicMadeAgain_beginsAnew() throws SQLException {
    advance(at(0, "A", 1_000));

    assertThat(advance(at(0, "B", 3))).containsExactly(at(0, "B", 3));
  }

  @Test
  void advance_samePartitionTwiceInABatch_takesTheGreater() throws SQLException {
    assertThat(advance(at(1, "A", 12), at(0, "A", 1), at(1, "A", 11)))
        .containsExactly(at(0, "A", 1), at(1, "A", 12));
  }

  @Test
  void read_otherGroup_isEmpty() throws SQLException {
    advance(at(0, "A", 10));

    List<Position> other = database.inTransaction(c -> positions.read(c, "home-region-ledger"));

    assertThat(other).isEmpty();
  }
}
