package dev.meridian.inbox;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What hangs on an exception. */
final class Failures {
  /** A batch's exception may carry one per row. */
  static final int LOOKED_AT_MOST = 64;

  private Failures() {}

  static List<Throwable> linked(Throwable thrown) {
    List<Throwable> linked = new ArrayList<>(List.of(thrown.getSuppressed()));
    if (thrown.getCause() != null) {
      linked.add(0, thrown.getCause());
    }
    if (thrown instanceof SQLException sql && sql.getNextException() != null) {
      linked.add(0, sql.getNextException());
    }
    return linked;
  }
}
