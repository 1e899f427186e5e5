package dev.meridian.id;

import java.util.concurrent.locks.Condition;
import org.jspecify.annotations.Nullable;

/** A caller who waits for ids of a block that isn't there yet. Guarded by the supply's lock. */
final class Demand {

  private final int count;
  private final Condition done;
  private long firstValue = BlockStore.NOTHING;
  private @Nullable Throwable refusal;

  Demand(int count, Condition done) {
    this.count = count;
    this.done = done;
  }

  int count() {
    return count;
  }

  /** Takes its ids from this block; false if they don't fit into what is left. */
  boolean takeFrom(Cursor block) {
    long place = block.take(count);
    if (block.isUsedUpAfter(place + count)) {
      return false;
    }
    firstValue = block.valueAt(place);
    done.signal();
    return true;
  }

  void refuse(Throwable why) {
    refusal = why;
    done.signal();
  }

  /** Waits until it is answered or the time is over. */
  boolean isAnsweredWithin(long nanos) throws InterruptedException {
    long left = nanos;
    while (!isAnswered() && left > 0) {
      left = done.awaitNanos(left);
    }
    return isAnswered();
  }

  boolean isAnswered() {
    return firstValue != BlockStore.NOTHING || refusal != null;
  }

  /**
   * The first of its ids.
   *
   * @throws LeaseRefusedException if a person has to decide first
   * @throws IllegalStateException if the generator was closed, or the store threw what it may not
   */
  long answer() {
    if (refusal instanceof LeaseRefusedException refused) {
      throw new LeaseRefusedException(String.valueOf(refused.getMessage()), refused);
    }
    if (refusal != null) {
      throw new IllegalStateException(refusal.getMessage(), refusal);
    }
    return firstValue;
  }
}
