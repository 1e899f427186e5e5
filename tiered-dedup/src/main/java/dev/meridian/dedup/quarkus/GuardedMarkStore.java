package dev.meridian.dedup.quarkus;

import dev.meridian.dedup.MarkStore;
import io.smallrye.faulttolerance.api.CircuitBreakerState;
import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store with a breaker for reading and another one for writing: a server that is full or
 * read-only still answers, one that is away is left alone for a while. Thread-safe.
 */
public final class GuardedMarkStore implements MarkStore {
  private static final double FAILURES = 0.5;

  private final MarkStore store;
  private final TypedGuard<Object> reads;
  private final TypedGuard<Object> writes;
  private volatile CircuitBreakerState readState = CircuitBreakerState.CLOSED;
  private volatile CircuitBreakerState writeState = CircuitBreakerState.CLOSED;

  /**
   * Breakers before that store.
   *
   * @param calls of so many calls half must fail before it is left alone
   * @param delay for how long
   */
  public GuardedMarkStore(MarkStore store, int calls, Duration delay) {
    this.store = store;
    this.reads = guard(TypedGuard.create(Object.class), calls, delay, state -> readState = state);
    this.writes = guard(TypedGuard.create(Object.class), calls, delay, state -> writeState = state);
  }

  private static TypedGuard<Object> guard(
      TypedGuard.Builder<Object> guard,
      int calls,
      Duration delay,
      java.util.function.Consumer<CircuitBreakerState> onChange) {
    return guard
        .withCircuitBreaker()
        .requestVolumeThreshold(calls)
        .failureRatio(FAILURES)
        .delay(delay.toMillis(), ChronoUnit.MILLIS)
        .successThreshold(1)
        .onStateChange(onChange)
        .done()
        .build();
  }

  /** Whether reads go through. */
  public CircuitBreakerState readState() {
    return readState;
  }

  /** Whether writes go through. */
  public CircuitBreakerState writeState() {
    return writeState;
  }

  @Override
  public List<byte @Nullable []> read(List<String> names) {
    return guarded(reads, () -> store.read(names));
  }

  @Override
  public void write(List<Entry> entries) {
    guarded(
        writes,
        () -> {
          store.write(entries);
          return List.of();
        });
  }

  @Override
  public List<Boolean> writeIfAbsent(List<String> names, byte[] value, Duration expiry) {
    return guarded(writes, () -> store.writeIfAbsent(names, value, expiry));
  }

  @Override
  public void removeIfEqual(List<String> names, byte[] value) {
    guarded(
        writes,
        () -> {
          store.removeIfEqual(names, value);
          return List.of();
        });
  }

  @SuppressWarnings("unchecked") // what goes into the guard comes out of it
  private static <T> T guarded(TypedGuard<Object> guard, Supplier<T> call) {
    return (T) guard.get(call::get);
  }
}
