package dev.meridian.id;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A pool as applications have them: connections that were given back are used again, so that after
 * a failover some still reach the old primary. Thread-safe.
 */
final class StickyPool implements DataSource {

  private final Deque<Connection> idle = new ArrayDeque<>();
  private DataSource target;
  private int opened;

  StickyPool(DataSource target) {
    this.target = target;
  }

  /** Where new connections go from now on. */
  synchronized void failOverTo(DataSource next) {
    target = next;
  }

  /** Adds idle connections to a server, which are taken next. */
  synchronized void addIdle(DataSource server, int count) throws SQLException {
    for (int i = 0; i < count; i++) {
      idle.push(server.getConnection());
    }
  }

  /** Closes idle connections, as a pool does when their server is gone. */
  synchronized void dropIdle() throws SQLException {
    while (!idle.isEmpty()) {
      idle.pop().close();
    }
  }

  synchronized int idle() {
    return idle.size();
  }

  /** How many connections were opened because none was idle. */
  synchronized int opened() {
    return opened;
  }

  @Override
  public synchronized Connection getConnection() throws SQLException {
    while (!idle.isEmpty()) {
      Connection reused = idle.pop();
      if (!reused.isClosed()) {
        return pooled(reused);
      }
    }
    opened++;
    return pooled(target.getConnection());
  }

  private Connection pooled(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("close")) {
                giveBack(real);
                return null;
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private synchronized void giveBack(Connection real) throws SQLException {
    if (!real.isClosed()) {
      real.rollback();
      idle.push(real);
    }
  }

  @Override
  public Connection getConnection(String user, String password) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public PrintWriter getLogWriter() throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLogWriter(PrintWriter out) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public void setLoginTimeout(int seconds) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public int getLoginTimeout() {
    return 0;
  }

  @Override
  public Logger getParentLogger() throws SQLFeatureNotSupportedException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public <T> T unwrap(Class<T> type) throws SQLException {
    throw new SQLFeatureNotSupportedException();
  }

  @Override
  public boolean isWrapperFor(Class<?> type) {
    return false;
  }
}
