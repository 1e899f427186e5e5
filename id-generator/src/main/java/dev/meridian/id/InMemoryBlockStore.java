package dev.meridian.id;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases from memory, for tests: everything is forgotten with the object, so ids repeat after it.
 * Always epoch 1. Doesn't block. Thread-safe.
 */
public final class InMemoryBlockStore implements BlockStore {

  private static final int EPOCH = 1;

  private final Map<Row, Long> nextSequences = new ConcurrentHashMap<>();

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    long next = nextSequences.merge(new Row(region, kind), (long) size, Long::sum);
    return new Block(region, EPOCH, next - size, size);
  }

  private record Row(Region region, IdKind kind) {}
}
