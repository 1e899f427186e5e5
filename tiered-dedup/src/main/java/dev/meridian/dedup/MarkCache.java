package dev.meridian.dedup;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A bounded memory of marks within the process, before Redis is asked. What it says is held against
 * the database's incarnation like any mark. Thread-safe, doesn't block.
 */
interface MarkCache {

  /** Remembers nothing. */
  MarkCache NONE =
      new MarkCache() {
        @Override
        public @Nullable Mark get(HotName name) {
          return null;
        }

        @Override
        public void put(HotName name, Mark mark, Duration expiry) {}
      };

  @Nullable Mark get(HotName name);

  void put(HotName name, Mark mark, Duration expiry);
}
