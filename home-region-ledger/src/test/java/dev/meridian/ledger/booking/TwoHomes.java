package dev.meridian.ledger.booking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.meridian.messages.Message;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/**
 * Two homes of a test class, whose messages its tests carry by hand. After each test both homes
 * keep their invariants, and nothing is on its way between them.
 */
abstract class TwoHomes {
  static TestHome eu;
  static TestHome us;
  private static int references;

  @BeforeAll
  static void homes() throws SQLException {
    eu = TestHome.fresh("eu");
    us = TestHome.fresh("us");
  }

  @AfterEach
  void invariantsHold() throws SQLException {
    for (TestHome home : List.of(eu, us)) {
      assertThat(home.broken()).isEmpty();
      assertThat(ReversalChecks.broken(home)).isEmpty();
    }
    assertThat(eu.clearing("us"))
        .as("nothing is on its way")
        .isEqualTo(-us.clearing("eu") - creditedInUsOnly());
  }

  /** What us booked for legs that a test made up: eu has debited nothing for them. */
  long creditedInUsOnly() throws SQLException {
    return 0;
  }

  /** A number that no other test of the class has. */
  static int next() {
    return ++references;
  }

  /** Carries the only message that one home has for the other. */
  static Message carry(TestHome from) throws SQLException {
    List<TestHome.Sent> sent = from.take();
    assertThat(sent).hasSize(1);
    return sent.get(0).message();
  }
}
