package dev.meridian.ledger.booking;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a real database that fail as told, so many times: with an SQLSTATE, at a place of
 * the transaction. A lost connection is really closed, what was not committed is really gone.
 */
final class FaultyDatabase {
  private final DataSource real;
  private @Nullable Fault fault;
  private int times;
  private int hits;

  FaultyDatabase(DataSource real) {
    this.real = real;
  }

  /** Where it fails. */
  enum Where {
    FIRST_STATEMENT(""),
    ENTRIES("insert into entry "),
    BALANCES("update account"),
    OUTBOX("insert into outbox"),
    COMMIT(""),
    /** The commit is done, its answer is lost. */
    AFTER_COMMIT("");

    private final String statement;

    Where(String statement) {
      this.statement = statement;
    }
  }

  /** How it fails. */
  record Fault(String sqlState, Where where) {}

  synchronized void fail(Fault newFault, int newTimes) {
    fault = newFault;
    times = newTimes;
    hits = 0;
  }

  synchronized int hits() {
    return hits;
  }

  private synchronized void raise(Connection connection, Where where) throws SQLException {
    if (fault == null || times == 0 || fault.where() != where) {
      return;
    }
    times--;
    hits++;
    if (fault.sqlState().startsWith("08")) {
      connection.close();
    }
    throw new SQLException("injected", fault.sqlState());
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        (self, method, arguments) ->
            method.getName().equals("getConnection")
                ? connection(real.getConnection())
                : call(real, method, arguments));
  }

  private Connection connection(Connection connection) {
    boolean[] first = {true};
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          if (method.getName().equals("commit")) {
            raise(connection, Where.COMMIT);
            connection.commit();
            raise(connection, Where.AFTER_COMMIT);
            return null;
          }
          if (method.getName().equals("prepareStatement") && arguments != null) {
            if (first[0]) {
              first[0] = false;
              raise(connection, Where.FIRST_STATEMENT);
            }
            raiseAt(connection, String.valueOf(arguments[0]));
          }
          return call(connection, method, arguments);
        });
  }

  private void raiseAt(Connection connection, String sql) throws SQLException {
    for (Where where : Where.values()) {
      if (!where.statement.isEmpty() && sql.stripLeading().contains(where.statement)) {
        raise(connection, where);
      }
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static @Nullable Object call(Object target, Method method, Object @Nullable [] arguments)
      throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
