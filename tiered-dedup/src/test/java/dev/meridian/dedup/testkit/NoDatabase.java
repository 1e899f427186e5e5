package dev.meridian.dedup.testkit;

import dev.meridian.dedup.InTransaction;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;

/** Runs work with a connection that refuses every use. */
public final class NoDatabase implements InTransaction {

  @Override
  public <T> T run(Step<T> step) throws SQLException {
    Connection none =
        (Connection)
            Proxy.newProxyInstance(
                NoDatabase.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                  throw new SQLException("there is no database in this test");
                });
    return step.run(none);
  }
}
