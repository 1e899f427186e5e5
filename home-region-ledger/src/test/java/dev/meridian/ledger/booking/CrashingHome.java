package dev.meridian.ledger.booking;

import dev.meridian.inbox.UnitOfWork;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Random;

/**
 * A home's transactions, of which some die: at any of their statements, at COMMIT, or after it,
 * when only the answer is lost. The same seed crashes at the same places.
 */
final class CrashingHome implements UnitOfWork {
  private static final int ONE_IN = 5;
  private static final int STATEMENTS_AT_MOST = 24;

  private final UnitOfWork real;
  private final Random random;
  private int crashes;

  CrashingHome(UnitOfWork real, long seed) {
    this.real = real;
    this.random = new Random(seed);
  }

  /** A process died; the transaction was rolled back, or committed without anybody knowing. */
  static final class Crash extends SQLException {
    private static final long serialVersionUID = 1L;

    Crash(String where) {
      super(where, "57P01");
    }
  }

  int crashes() {
    return crashes;
  }

  @Override
  public <T> T inTransaction(Work<T> work) throws SQLException {
    if (random.nextInt(ONE_IN) != 0) {
      return real.inTransaction(work);
    }
    crashes++;
    return switch (random.nextInt(4)) {
      case 0 -> crashAfterCommit(work);
      case 1 -> crashAtCommit(work);
      default -> crashAtStatement(work, 1 + random.nextInt(STATEMENTS_AT_MOST));
    };
  }

  /** What the next process does with the same work; it lives. */
  <T> T redelivered(Work<T> work) throws SQLException {
    return real.inTransaction(work);
  }

  private <T> T crashAfterCommit(Work<T> work) throws SQLException {
    real.inTransaction(work);
    throw new Crash("after COMMIT");
  }

  private <T> T crashAtCommit(Work<T> work) throws SQLException {
    return real.inTransaction(
        connection -> {
          work.run(connection);
          throw new Crash("at COMMIT");
        });
  }

  private <T> T crashAtStatement(Work<T> work, int number) throws SQLException {
    return real.inTransaction(connection -> work.run(dying(connection, number)));
  }

  /** Dies when so many statements were prepared; a shorter transaction lives. */
  private static Connection dying(Connection real, int number) {
    int[] left = {number};
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement") && --left[0] == 0) {
                throw new Crash("at statement " + number);
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause() == null ? e : e.getCause();
              }
            });
  }
}
