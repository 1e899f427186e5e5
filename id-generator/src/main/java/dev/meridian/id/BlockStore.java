package dev.meridian.id;

/**
 * Where blocks of ids are leased. Implementations are thread-safe.
 *
 * <p>Contract of {@link #lease}: when it returns, the lease is durable; no other call, in this or
 * any other process, gets a block that overlaps it; blocks of one region and kind rise. A call that
 * throws may have used up a block nobody gets.
 */
public interface BlockStore {

  /** Nothing was leased before: every block is above this. */
  long NOTHING = -1;

  /**
   * Leases the next block; blocks for as long as the store takes to answer.
   *
   * @param size how many ids, 1 to {@link Block#MAX_SIZE}
   * @param above the last number the caller had before, or {@link #NOTHING}: a store that would
   *     give out a lower one reached a place that was left behind (an old primary behind a pooled
   *     connection) and must find another or throw
   * @throws IllegalArgumentException if the size is out of range
   * @throws LeaseException if the store can't be reached or doesn't answer; trying again is right
   * @throws LeaseRefusedException if a person has to decide first; the message says what
   */
  Block lease(IdKind kind, Region region, int size, long above);
}
