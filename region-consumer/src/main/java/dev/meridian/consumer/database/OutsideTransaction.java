package dev.meridian.consumer.database;

import dev.meridian.id.Block;
import dev.meridian.id.BlockStore;
import dev.meridian.id.IdKind;
import dev.meridian.id.Region;
import io.quarkus.narayana.jta.QuarkusTransaction;

/**
 * Leases blocks outside of the transaction that happens to need an id: within it the pool would
 * hand out the transaction's own connection, and a rollback would give the block out again. Blocks
 * for a connection and a lease; thread-safe.
 */
public final class OutsideTransaction implements BlockStore {
  private final BlockStore store;

  public OutsideTransaction(BlockStore store) {
    this.store = store;
  }

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    return QuarkusTransaction.suspendingExisting()
        .call(() -> store.lease(kind, region, size, above));
  }
}
