package dev.meridian.ledger;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

/**
 * This process, for people who read lease logs and lane owners. Nothing relies on it being unique.
 */
record Node(String name) {

  static Node of(Optional<String> configured) {
    return new Node(configured.orElseGet(Node::hostAndProcess));
  }

  private static String hostAndProcess() {
    long process = ProcessHandle.current().pid();
    try {
      return InetAddress.getLocalHost().getHostName() + ":" + process;
    } catch (UnknownHostException namelessHost) {
      return "ledger:" + process;
    }
  }
}
