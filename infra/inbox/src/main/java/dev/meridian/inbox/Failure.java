package dev.meridian.inbox;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Why a transaction failed, told by SQLSTATE, never by text. Several states may hang on one
 * exception (causes, {@code getNextException}, a batch's parts, suppressed ones); the most
 * forgiving one counts: transient, then our fault, then poison.
 *
 * <p>Source: PostgreSQL manual, appendix A.
 */
public sealed interface Failure {
  /** As it was caught. */
  Throwable cause();

  /** The state that decided; empty if none did. */
  String sqlState();

  /**
   * May go well another time: connection, serialization, resources, locks, time-outs, read-only,
   * and all that is not named.
   */
  record Transient(Throwable cause, String sqlState) implements Failure {}

  /**
   * Class 42: a missing migration, a revoked right. Waiting for a person; nothing is parked for it.
   */
  record OurFault(Throwable cause, String sqlState) implements Failure {}

  /**
   * Classes 22, 23, 54: some message of the batch can't be stored as it is; or an {@link
   * UndecidableException}: some message of the batch can't be decided on.
   */
  record Poison(Throwable cause, String sqlState) implements Failure {
    /** Whether the fault is ours: the database has refused nothing. */
    public boolean isUndecidable() {
      return Failure.isUndecidable(cause);
    }
  }

  /** What was thrown before COMMIT was asked for. */
  static Failure of(Throwable thrown) {
    List<String> states = states(thrown);
    for (String state : states) {
      if (isTransient(state)) {
        return new Transient(thrown, state);
      }
    }
    for (String state : states) {
      if (state.startsWith("42")) {
        return new OurFault(thrown, state);
      }
    }
    for (String state : states) {
      if (isPoison(state)) {
        return new Poison(thrown, state);
      }
    }
    if (states.isEmpty() && isUndecidable(thrown)) {
      return new Poison(thrown, "");
    }
    return new Transient(thrown, states.isEmpty() ? "" : states.get(0));
  }

  /**
   * What COMMIT threw: nobody knows whether it was committed, so it is tried again whatever the
   * state.
   */
  static Failure ofCommit(Throwable thrown) {
    List<String> states = states(thrown);
    return new Transient(thrown, states.isEmpty() ? "" : states.get(0));
  }

  /** Whether nothing of a database hangs on it: a fault of code, which is not named as one. */
  static boolean isUnexpected(Throwable thrown) {
    Throwable each = thrown;
    for (int i = 0; each != null && i < Failures.LOOKED_AT_MOST; i++) {
      if (each instanceof SQLException) {
        return false;
      }
      each = each.getCause();
    }
    return true;
  }

  /** A transaction manager may have wrapped it. */
  static boolean isUndecidable(Throwable thrown) {
    Throwable each = thrown;
    for (int i = 0; each != null && i < Failures.LOOKED_AT_MOST; i++) {
      if (each instanceof UndecidableException) {
        return true;
      }
      each = each.getCause();
    }
    return false;
  }

  private static boolean isTransient(String state) {
    return switch (state.length() < 2 ? state : state.substring(0, 2)) {
      case "08", "40", "53", "57" -> true;
      case "25" -> Set.of("25P03", "25P04", "25006").contains(state);
      case "55" -> state.equals("55P03");
      default -> false;
    };
  }

  private static boolean isPoison(String state) {
    return state.startsWith("22") || state.startsWith("23") || state.startsWith("54");
  }

  private static List<String> states(Throwable thrown) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Throwable> next = new ArrayDeque<>(List.of(thrown));
    List<String> states = new ArrayList<>();
    while (!next.isEmpty() && seen.size() < Failures.LOOKED_AT_MOST) {
      Throwable one = next.remove();
      if (seen.add(one)) {
        Failures.linked(one).forEach(next::add);
        if (one instanceof SQLException sql && sql.getSQLState() != null) {
          states.add(sql.getSQLState());
        }
      }
    }
    return states;
  }
}
