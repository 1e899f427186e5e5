package dev.meridian.bench.ledger;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The statements of a transaction with their parameters, recorded from a connection that works, to
 * be run again bare: nothing is decided, drawn or encoded then. Not thread-safe.
 */
final class Script {
  private final List<Call> calls = new ArrayList<>();

  /** One execution. */
  private record Call(String sql, Map<Integer, Object> parameters) {}

  private record ArrayOf(String type, List<Object> elements) {
    /** The driver takes bytes as bytes only in an array of that type. */
    Object[] toArray() {
      return type.equals("bytea") ? elements.toArray(byte[][]::new) : elements.toArray();
    }
  }

  /** A connection that does what the given one does, and writes it down here. */
  Connection recording(Connection connection) {
    Map<Array, ArrayOf> arrays = new HashMap<>();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          Object result = invoke(method, connection, arguments);
          if (method.getName().equals("createArrayOf")) {
            arrays.put(
                (Array) result,
                new ArrayOf((String) arguments[0], Arrays.asList((Object[]) arguments[1])));
          }
          return method.getName().equals("prepareStatement")
              ? recording(
                  (PreparedStatement) result, (String) arguments[0], (Connection) proxy, arrays)
              : result;
        };
    return (Connection)
        Proxy.newProxyInstance(
            Script.class.getClassLoader(), new Class<?>[] {Connection.class}, handler);
  }

  private PreparedStatement recording(
      PreparedStatement statement, String sql, Connection connection, Map<Array, ArrayOf> arrays) {
    Map<Integer, Object> parameters = new TreeMap<>();
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          if (method.getName().equals("getConnection")) {
            return connection;
          }
          if (method.getName().startsWith("set") && arguments.length == 2) {
            Object value = arguments[1];
            parameters.put(
                (Integer) arguments[0], value instanceof Array array ? arrays.get(array) : value);
          }
          if (method.getName().startsWith("execute")) {
            calls.add(new Call(sql, new TreeMap<>(parameters)));
          }
          return invoke(method, statement, arguments);
        };
    return (PreparedStatement)
        Proxy.newProxyInstance(
            Script.class.getClassLoader(), new Class<?>[] {PreparedStatement.class}, handler);
  }

  private static Object invoke(Method method, Object target, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  /** Runs all of it, and reads what it answers. */
  void run(Connection connection) throws SQLException {
    for (Call call : calls) {
      try (PreparedStatement statement = connection.prepareStatement(call.sql)) {
        for (Map.Entry<Integer, Object> parameter : call.parameters.entrySet()) {
          Object value = parameter.getValue();
          statement.setObject(
              parameter.getKey(),
              value instanceof ArrayOf array
                  ? connection.createArrayOf(array.type, array.toArray())
                  : value);
        }
        if (statement.execute()) {
          drain(statement);
        }
      }
    }
  }

  private static void drain(PreparedStatement statement) throws SQLException {
    try (ResultSet row = statement.getResultSet()) {
      while (row.next()) {
        row.getObject(1);
      }
    }
  }

  int size() {
    return calls.size();
  }
}
