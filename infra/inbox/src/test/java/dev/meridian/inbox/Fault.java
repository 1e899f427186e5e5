package dev.meridian.inbox;

import java.sql.SQLException;

/** How a connection fails, and where. */
record Fault(String sqlState, Where where) {
  enum Where {
    /** At the first statement of a transaction. */
    FIRST_STATEMENT,
    /** At any statement that writes the effect. */
    EFFECT,
    /** At COMMIT, which is not done. */
    COMMIT,
    /** At COMMIT, which is done; the answer is lost. */
    AFTER_COMMIT
  }

  SQLException exception() {
    return new SQLException("injected", sqlState);
  }
}
