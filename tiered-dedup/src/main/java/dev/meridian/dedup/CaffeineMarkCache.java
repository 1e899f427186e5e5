package dev.meridian.dedup;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps marks in Caffeine: the most recently and often asked ones, each until it expires. */
final class CaffeineMarkCache implements MarkCache {

  private record Held(Mark mark, Duration expiry) {}

  private final Cache<HotName, Held> held;

  CaffeineMarkCache(long atMost) {
    this.held =
        Caffeine.newBuilder()
            .maximumSize(atMost)
            .expireAfter(Expiry.<HotName, Held>creating((name, value) -> value.expiry()))
            .build();
  }

  @Override
  public @Nullable Mark get(HotName name) {
    Held found = held.getIfPresent(name);
    return found == null ? null : found.mark();
  }

  @Override
  public void put(HotName name, Mark mark, Duration expiry) {
    held.put(name, new Held(mark, expiry));
  }
}
