package dev.meridian.id;

class InMemoryBlockStoreTest extends BlockStoreContract {

  private final InMemoryBlockStore store = new InMemoryBlockStore();

  @Override
  BlockStore store() {
    return store;
  }
}
