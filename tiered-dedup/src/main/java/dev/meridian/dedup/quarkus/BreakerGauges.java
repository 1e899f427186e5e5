package dev.meridian.dedup.quarkus;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import java.util.function.Function;

/** Shows each breaker's states as gauges: 1 for the one it is in, 0 for the others. */
final class BreakerGauges {
  private BreakerGauges() {}

  static void register(MeterRegistry registry, GuardedMarkStore store) {
    register(registry, store, "read", GuardedMarkStore::readState);
    register(registry, store, "write", GuardedMarkStore::writeState);
    Gauge.builder("meridian_dedup_hot_degraded", store, BreakerGauges::degraded).register(registry);
  }

  private static double degraded(GuardedMarkStore store) {
    boolean fine =
        store.readState() == CircuitBreakerState.CLOSED
            && store.writeState() == CircuitBreakerState.CLOSED;
    return fine ? 0 : 1;
  }

  private static void register(
      MeterRegistry registry,
      GuardedMarkStore store,
      String operation,
      Function<GuardedMarkStore, CircuitBreakerState> read) {
    for (CircuitBreakerState state : CircuitBreakerState.values()) {
      Gauge.builder("meridian_dedup_breaker", store, s -> read.apply(s) == state ? 1 : 0)
          .tag("operation", operation)
          .tag("state", state.name().toLowerCase(java.util.Locale.ROOT))
          .register(registry);
    }
  }
}
