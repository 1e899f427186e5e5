package dev.meridian.stack;

import java.nio.file.Path;
import java.util.List;

/**
 * One region's MirrorMaker.
 *
 * @param folder for its configuration and log; of this process alone
 * @param target the code of the region that it belongs to and writes to
 * @param bootstrap that region's broker
 * @param upstreams the regions it reads from
 */
record MirrorSpec(
    String name, Path folder, String target, String bootstrap, List<Upstream> upstreams) {

  MirrorSpec {
    upstreams = List.copyOf(upstreams);
  }
}
