package dev.meridian.stack;

import java.util.Locale;

/**
 * A broker's listener for one other region, which reaches it through a link.
 *
 * @param reader the region that reads through it
 * @param port where the broker listens: the link's target
 * @param advertisedPort what the broker tells its clients: the link's own port, so that every
 *     connection they make goes through the link
 */
record LinkListener(String reader, int port, int advertisedPort) {

  /** The listener's name in the broker's configuration. */
  String name() {
    return "LINK_" + reader.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
  }
}
