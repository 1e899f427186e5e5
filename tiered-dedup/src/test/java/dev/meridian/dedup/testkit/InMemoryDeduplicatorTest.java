package dev.meridian.dedup.testkit;

import dev.meridian.dedup.Deduplicator;
import dev.meridian.dedup.InTransaction;
import java.time.InstantSource;

class InMemoryDeduplicatorTest extends DeduplicatorContract {
  private final Deduplicator deduplicator = new InMemoryDeduplicator(InstantSource.system());

  @Override
  protected Deduplicator deduplicator() {
    return deduplicator;
  }

  @Override
  protected InTransaction transaction() {
    return new NoDatabase();
  }
}
