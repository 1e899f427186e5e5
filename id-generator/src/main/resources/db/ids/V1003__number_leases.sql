-- Why: who reads the lease log wants to know which of two leases of a region and kind came later, and
--   the time can't say: the database's clock may have been set back between them. So each lease counts
--   in its row of id_block, whose lock it holds, and is logged with that number. It is no id and leaves
--   the database in no message.
-- Locks: both tables for an instant, and none is waited for longer than leases can wait; no row is
--   rewritten, and none is looked at: a constraint that isn't validated holds for new rows. Leases from before have no number, and so have
--   those that instances of the version before write until they are replaced.
-- Duration: milliseconds.
-- Verify: no row may come back from
--   SELECT * FROM (SELECT epoch, lag(epoch) OVER (PARTITION BY region, kind ORDER BY number) AS before
--                    FROM id_lease WHERE number IS NOT NULL) AS lease
--    WHERE epoch < before;

SET LOCAL lock_timeout = '2s';

ALTER TABLE id_block
  ADD COLUMN leases bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT id_block_leases_not_negative CHECK (leases >= 0);

ALTER TABLE id_lease
  ADD COLUMN number bigint,
  ADD CONSTRAINT id_lease_number_above_zero CHECK (number > 0) NOT VALID;
