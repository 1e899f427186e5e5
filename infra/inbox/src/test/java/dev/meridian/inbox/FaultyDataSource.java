package dev.meridian.inbox;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Connections to a real database that fail as told, so many times. A dropped connection is really
 * closed.
 */
final class FaultyDataSource {
  private final DataSource database;
  private @Nullable Fault fault;
  private int times;
  private int hits;

  FaultyDataSource(DataSource database) {
    this.database = database;
  }

  /** The next so many transactions fail. */
  synchronized void fail(Fault fault, int times) {
    this.fault = fault;
    this.times = times;
  }

  synchronized int hits() {
    return hits;
  }

  private synchronized @Nullable Fault hit(Fault.Where where) {
    if (fault == null || times == 0 || fault.where() != where) {
      return null;
    }
    times--;
    hits++;
    return fault;
  }

  DataSource dataSource() {
    return proxy(
        DataSource.class,
        (self, method, arguments) ->
            method.getName().equals("getConnection")
                ? connection(database.getConnection())
                : call(database, method, arguments));
  }

  private Connection connection(Connection real) {
    boolean[] first = {true};
    return proxy(
        Connection.class,
        (self, method, arguments) -> {
          switch (method.getName()) {
            case "prepareStatement", "createStatement" -> {
              if (first[0]) {
                first[0] = false;
                raise(real, hit(Fault.Where.FIRST_STATEMENT));
              }
              if (arguments != null && String.valueOf(arguments[0]).contains("effect")) {
                raise(real, hit(Fault.Where.EFFECT));
              }
            }
            case "commit" -> {
              raise(real, hit(Fault.Where.COMMIT));
              Object done = call(real, method, arguments);
              raise(real, hit(Fault.Where.AFTER_COMMIT));
              return done;
            }
            default -> {}
          }
          return call(real, method, arguments);
        });
  }

  private static void raise(Connection real, @Nullable Fault fault) throws SQLException {
    if (fault != null) {
      if (fault.sqlState().startsWith("08")) {
        real.close();
      }
      throw fault.exception();
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
