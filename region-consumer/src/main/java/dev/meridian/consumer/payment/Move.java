package dev.meridian.consumer.payment;

/**
 * A payment as a batch found it and as it leaves it: its state moved, or it is a duplicate that
 * follows its winner (same state and version, another outcome shown).
 *
 * @param from what was read; the row must still be that
 * @param to what it becomes
 */
public record Move(Payment from, Payment to) {
  public Move {
    if (!from.id().equals(to.id()) || to.version() < from.version()) {
      throw new IllegalArgumentException(from + " can't become " + to);
    }
  }
}
