package dev.meridian.ledger.health;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Whether the channel gave up. Thread-safe, doesn't block. */
@ApplicationScoped
public class ChannelState {
  private final AtomicReference<@Nullable String> stopped = new AtomicReference<>();

  /** The channel threw to its connector, which stops it for good: only a restart helps. */
  public void stopped(Throwable why) {
    stopped.compareAndSet(null, why.toString());
  }

  /** Why the channel gave up; empty while it runs. */
  public Optional<String> whyStopped() {
    return Optional.ofNullable(stopped.get());
  }
}
