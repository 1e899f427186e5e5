package dev.meridian.outbox;

/**
 * A row as a round read it.
 *
 * @param day the partition it is in
 * @param fence the fencing number under which its lane was owned when it was read: only under it
 *     may it be marked
 */
record UnsentRow(long seq, int day, int lane, long fence, OutboxRecord record) {}
