package dev.meridian.outbox;

/**
 * A row as a round read it.
 *
 * @param fence the fencing number under which its lane was owned when it was read: only under it
 *     may it be marked
 */
record UnsentRow(long seq, int lane, long fence, OutboxRecord record) {}
