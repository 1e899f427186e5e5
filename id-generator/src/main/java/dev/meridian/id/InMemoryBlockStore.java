package dev.meridian.id;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Leases from memory, for tests: everything is forgotten with the object, so ids repeat after it.
 * Always epoch 1. Doesn't block. Thread-safe.
 */
public final class InMemoryBlockStore implements BlockStore {

  private static final int EPOCH = 1;

  private final Map<Row, Long> nextSequences = new ConcurrentHashMap<>();

  /** A store that has leased nothing yet. */
  public InMemoryBlockStore() {}

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    Block.checkSize(size);
    long next = nextSequences.merge(new Row(region, kind), (long) size, Long::sum);
    if (next > IdLayout.SEQUENCES) {
      throw new LeaseRefusedException(
          "the sequences of %s ids for %s are used up; take a new store".formatted(kind, region));
    }
    Block block = new Block(region, EPOCH, next - size, size);
    if (block.firstValue() <= above) {
      throw new LeaseException(
          "the %s ids of %s in this store are behind those already given out; use the store that gave them out"
              .formatted(kind, region),
          null);
    }
    return block;
  }

  private record Row(Region region, IdKind kind) {

    Row {
      Objects.requireNonNull(region, "region");
      Objects.requireNonNull(kind, "kind");
    }
  }
}
