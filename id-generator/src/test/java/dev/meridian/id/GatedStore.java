package dev.meridian.id;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Leases from memory unless a test says otherwise: away, refusing, or holding its answers back. */
final class GatedStore implements BlockStore {

  private enum Mood {
    ANSWERS,
    AWAY,
    REFUSES,
    HOLDS_BACK
  }

  private final InMemoryBlockStore memory = new InMemoryBlockStore();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger leased = new AtomicInteger();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private Mood mood = Mood.ANSWERS;

  void answer() {
    become(Mood.ANSWERS);
  }

  void goAway() {
    become(Mood.AWAY);
  }

  void refuse() {
    become(Mood.REFUSES);
  }

  void holdBack() {
    become(Mood.HOLDS_BACK);
  }

  /** How often it was asked. */
  int asked() {
    return asked.get();
  }

  /** How many blocks it gave out. */
  int leased() {
    return leased.get();
  }

  private void become(Mood next) {
    lock.lock();
    try {
      mood = next;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public Block lease(IdKind kind, Region region, int size, long above) {
    asked.incrementAndGet();
    switch (moodOnceNotHeldBack()) {
      case AWAY -> throw new LeaseException("the database is away", null);
      case REFUSES -> throw new LeaseRefusedException("ask a person");
      default -> {
        Block block = memory.lease(kind, region, size, above);
        leased.incrementAndGet();
        return block;
      }
    }
  }

  private Mood moodOnceNotHeldBack() {
    lock.lock();
    try {
      while (mood == Mood.HOLDS_BACK) {
        changed.awaitUninterruptibly();
      }
      return mood;
    } finally {
      lock.unlock();
    }
  }
}
