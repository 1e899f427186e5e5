package dev.meridian.consumer.intake;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.Locale;

/** A connection that lets something happen just before a statement of a kind is prepared. */
final class Spying {
  private Spying() {}

  /** What happens. */
  @FunctionalInterface
  interface Event {
    void happen() throws Exception;
  }

  static Connection before(String sqlBeginsWith, Connection real, Event event) {
    return (Connection)
        Proxy.newProxyInstance(
            Connection.class.getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("prepareStatement")
                  && ((String) arguments[0])
                      .strip()
                      .toLowerCase(Locale.ROOT)
                      .startsWith(sqlBeginsWith)) {
                event.happen();
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }
}
