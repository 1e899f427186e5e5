package dev.meridian.stack;

import java.nio.file.Path;
import java.util.List;

/**
 * What both kinds of broker need to know; all ports are on 127.0.0.1.
 *
 * @param folder for data and log; of this broker alone
 * @param port for clients of its own region
 * @param controllerPort for the controller in the same process
 */
record BrokerSpec(
    String name, Path folder, int port, int controllerPort, List<LinkListener> listeners) {

  BrokerSpec {
    listeners = List.copyOf(listeners);
  }
}
