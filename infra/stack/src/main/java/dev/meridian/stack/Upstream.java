package dev.meridian.stack;

import java.util.List;

/**
 * A region that a MirrorMaker reads from.
 *
 * @param region its code, which becomes the prefix of the mirrored topics' names
 * @param bootstrap the link to it
 * @param topics the exact names there, at least one (MirrorMaker would take none for "all")
 */
record Upstream(String region, String bootstrap, List<String> topics) {

  Upstream {
    topics = List.copyOf(topics);
    if (topics.isEmpty()) {
      throw new IllegalArgumentException("nothing to mirror from " + region);
    }
  }
}
